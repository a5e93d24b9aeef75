/** Words of the index that resemble searched words. These are words of public things, and for the reader also words of their own things. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, type RowsText, rowsText } from '#kit/server/db/json-rows.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import { guestReader, type Reader } from '#kit/server/reader.ts'
import { type IndexedSubject, indexedSubjects } from '../../rules.ts'
import { ownersOf } from './own-and-followed.ts'
import { broadcastOf } from './programmes.ts'

/** Maximum words that begin with a token. */
const maxBeginnings = 20
/** Maximum words of each kind that resemble a token. */
const maxSimilar = 6
/** If fewer public things than this have a word, similar words match too. */
export const rareWordMaxThings = 10

export interface KnownToken {
  token: string
  /** Approximate number of documents with the token. */
  uses: number
  /** Number of public things with the token, up to {@link rareWordMaxThings}. */
  things: number
  /** The most frequent longer words that begin with this word. */
  beginnings: string[]
  /** Whether a public thing other than a title of the guide has a word that begins with the token. */
  begins: boolean
}

/** SQL: public things with `token`, apart from titles of the guide. */
const thingsSql = sql`(
          select from unnest(array[${sql.join(indexedSubjects.filter((indexedSubject) => indexedSubject !== 'programme').map((indexedSubject) => sql.lit(indexedSubject)))}]) as indexed (subject)
            cross join lateral (
              select from search_term where search_term.subject = indexed.subject and scope = 'public' and term = token limit ${sql.lit(rareWordMaxThings)}) as thing)`
/** SQL: titles with `token` that everyone may see. Private titles must not change other users’ results. */
const titlesSql = () => sql`(
          select from (
            select document_id from search_term where search_term.subject = 'programme' and scope = 'public' and term = token
            order by rank, document_id limit ${sql.lit(rareWordMaxThings)}) as title
          join search_document as document on document.id = title.document_id cross join lateral ${broadcastOf(guestReader)} as programme)`

/** Words of things other than titles of the guide have at least this weight. */
const usedWeight = 32

/**
 * SQL: the most frequent words that meet the condition. An index lists words with the same first three letters by weight. Few words share
 * four or more letters, so PostgreSQL sorts these.
 */
const mostFrequent = (isBegun: RawBuilder<unknown>) => sql`
        (select word, weight from search_vocabulary where ${isBegun} order by weight desc, word limit ${sql.lit(maxBeginnings)})`

/** Looks up tokens. Returns them in the given order. */
export const lookUpTokens = prepare(
  (_: Db, tokens: readonly string[]) => sql<KnownToken>`
    select token, coalesce((select uses + title_uses from search_vocabulary where word = token), 0) as uses,
      (select count(*)::integer from (select from ${thingsSql} as thing union all select from ${titlesSql()} as title limit ${sql.lit(rareWordMaxThings)}) as found) as things,
      words.beginnings, words.begins
    from unnest(${tokens}::text[]) with ordinality as sought (token, place) cross join lateral (
      select coalesce(array_agg(word), '{}') as beginnings, coalesce(bool_or(weight >= ${sql.lit(usedWeight)}), false) as begins from (
        ${mostFrequent(sql`length(token) = 3 and left(word, 3) = token and word <> token`)}
        union all
        ${mostFrequent(sql`length(token) > 3 and word > token and word < token || chr(1114111)`)}) as begun) as words
    order by place`,
)

export interface SimilarWords {
  token: string
  /** Words that contain this word, but don't begin with it. */
  parts: string[]
  typos: string[]
  stems: string[]
}

/** A word for which to find similar words. */
export interface SearchedWord {
  token: string
  stem: string
  /** Whether to find only words with one error: see `misspelled_words`. */
  isClose: boolean
}

const findWords = prepare(
  (_: Db, searched: RowsText<SearchedWord>) => sql<SimilarWords>`
    select token, array(select word from misspelled_words(token, "isClose", ${sql.lit(maxSimilar)})) as typos,
      array(
        select word from search_vocabulary where length(token) >= 4 and word like '%_' || replace(token, '%', '\\%') || '%'
        order by uses desc, title_uses desc, word limit ${sql.lit(maxSimilar)}) as parts,
      array(select word from search_vocabulary where stem = sought.stem and word <> token order by uses desc, title_uses desc, word limit ${sql.lit(maxSimilar)}) as stems
    from ${jsonRows('sought', searched, { token: 'text', stem: 'text', isClose: 'boolean' })}`,
)

/** Finds words that resemble tokens. */
export const findSimilarWords = async (db: Db, searched: readonly SearchedWord[]): Promise<SimilarWords[]> =>
  searched.length === 0 ? [] : findWords(db, rowsText(searched))

/**
 * Similar words are searched in the reader's own things of these kinds. Of each kind, at most `maxOwnTerms` terms with the same first
 * letter are read.
 */
const ownedSubjects = ['playlist', 'series', 'video'] as const satisfies readonly IndexedSubject[]
const maxOwnTerms = 2000

const queryOwnWords = prepare(
  (_: Db, reader: Reader, searched: RowsText<SearchedWord>) => sql<{ token: string; words: string[] }>`
    select token, array(
      select term from (
        select distinct own.term from unnest(array[${sql.join(ownedSubjects.map((subject) => sql.lit(subject)))}]) as indexed (subject)
          cross join unnest(${ownersOf(reader)}) as owner (scope) cross join lateral (
            select term from search_term where search_term.subject = indexed.subject and search_term.scope = owner.scope
              and term >= left(token, 1) and term < left(token, 1) || chr(1114111) order by term limit ${sql.lit(maxOwnTerms)}) as own) as own
        cross join lateral (select levenshtein_less_equal(token, term, 2) as errors) as compared
      where strpos(term, token) = 0 and errors <= case when "isClose" or length(token) < 5 then 1 else 2 end
      order by errors, term limit ${sql.lit(maxSimilar)}) as words
    from ${jsonRows('sought', searched, { token: 'text', isClose: 'boolean' })}
    where length(token) >= case when "isClose" then 5 else 4 end and token !~ '[0-9]'`,
)

/** Finds words of the reader's own private things that resemble tokens. Allows typing errors after the first letter. */
export const findOwnWords = async (db: Db, reader: Reader, searched: readonly SearchedWord[]) =>
  reader.user && searched.length > 0 ? queryOwnWords(db, reader, rowsText(searched)) : []
