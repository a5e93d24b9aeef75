/** Finds documents: one statement reads a limited number of rows, the best first. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { type IndexedSubject, limits, type Sort, sorts } from '../../rules.ts'

/** Own documents that are examined. */
const maxOwn = 20_000

/** Conditions on documents. */
export interface Wanted {
  /** Folded, for names that are equal. */
  keyword: string
  /** Tokens as asked. */
  tokens: string[]
  /** The rarest token, or words that stand for it: documents are read by these. */
  driver: string[]
  /** For each other token, the words that stand for it, as JSON. */
  others: string
  /** Beginning of a word that they must have; '': none. */
  beginning: string
  /** The same for the reader's own documents, whose words the vocabulary doesn't know, instead of `driver`; '': none. */
  ownBeginning: string
}

export interface SortPosition {
  /** Highest first. */
  score: number
  /** Of the document. */
  number: number
}

export interface FoundDocument {
  key: string | null
  score: number | null
  number: number | null
  /** All hits, up to the limit. */
  count: number
}

/** SQL: the accounts whose things the reader may find even if they aren't public. */
const ownersOf = ({ user }: Reader): RawBuilder<string[]> =>
  user
    ? sql<string[]>`(array[${user.id}::text]${
        user.isInTeams
          ? sql` || array(select team_id from team_member where team_member.user_id = ${user.id} and team_member.accepted_at is not null limit 50)`
          : sql``
      })`
    : sql<string[]>`'{}'::text[]`

const scopesOf = ({ user }: Reader) => (user?.seesAdult ? sql`array['public', 'adult']` : sql`array['public']`)

const at = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})`
/** SQL on `document`: the sort value, highest first. */
const scoreOf: Readonly<Record<Sort, RawBuilder<number>>> = {
  relevance: sql`(document.name = wanted.keyword)::int * 4000 + (document.name_tokens @> wanted.tokens)::int * 2000
    + (document.tokens @> wanted.tokens)::int * 1000 + document.popularity
    + case when document.name_tokens && wanted.tokens then 500 else 0 end`,
  popular: sql`document.popularity`,
  added_desc: at('document.added_at'),
  added_asc: sql`-${at('document.added_at')}`,
  published_desc: at('document.published_at'),
  published_asc: sql`-${at('document.published_at')}`,
}

/** SQL: ids of public documents with a word, the best of each word. */
const listed = (reader: Reader, subject: string, words: string[], isOwn: boolean) =>
  isOwn
    ? sql`select null::bigint as document_id where false`
    : sql`
        select hit.document_id from unnest(${words}::text[]) with ordinality as driver (term, place), unnest(${scopesOf(reader)}) as scope,
          lateral (
            select document_id from search_term where search_term.subject = ${subject} and search_term.scope = scope.scope and search_term.term = driver.term
            order by rank, document_id
            limit case when driver.place <= 2 then ${sql.lit(limits.count + 1)} else ${sql.lit(limits.count / 5)} end) as hit`

/** SQL: ids of the reader's own documents with a word; those that aren't public, or all. */
const owned = (reader: Reader, subject: string, { driver, ownBeginning }: Wanted, isOwn: boolean) => sql`
        select id from (
          select id from search_document where owner_id = any (${ownersOf(reader)}) and subject = ${subject} ${isOwn ? sql`` : sql`and scope is null`}
            and (tokens && ${driver}::text[] or (${ownBeginning} <> '' and exists (select from unnest(tokens) as token where starts_with(token, ${ownBeginning})))) limit ${sql.lit(maxOwn)}) as own`

/** @param isOwn finds only the reader's own things */
const findBy = (sort: Sort) =>
  prepare(
    (
      _: Db,
      reader: Reader,
      subject: IndexedSubject,
      { isOwn }: { isOwn: boolean },
      wanted: Wanted,
      limit: number,
      after: SortPosition | undefined,
    ) => sql<FoundDocument>`
      with wanted as (select ${wanted.keyword}::text as keyword, ${wanted.tokens}::text[] as tokens),
      candidate as (${listed(reader, subject, wanted.driver, isOwn)} ${reader.user ? sql`union ${owned(reader, subject, wanted, isOwn)}` : sql``}),
      found as materialized (
        select document.id, document.key, (${scoreOf[sort]})::float8 as score
        from (select distinct document_id as id from candidate) as candidate
          join search_document as document on document.id = candidate.id cross join wanted
        where not exists (
          select from json_array_elements(${wanted.others}::json) as other where not document.tokens && array(select json_array_elements_text(other)))
          and (${wanted.beginning} = '' or exists (select from unnest(document.tokens) as token where starts_with(token, ${wanted.beginning}))))
      select page.key, page.score, page.number, counted.count
      from (select least(count(*), ${sql.lit(limits.count)})::int as count from found) as counted
        left join (
          select key, score, id as number from found
          where ${after ? sql`(score, id) < (${after.score}::float8, ${after.number}::bigint)` : sql`true`}
          order by score desc, id desc limit ${limit}) as page on true
      order by page.score desc, page.number desc`,
  )

/** Finds documents of a kind; one row without a key if there are none after `after`. */
export const findDocuments = Object.fromEntries(sorts.map((sort) => [sort, findBy(sort)])) as Record<Sort, ReturnType<typeof findBy>>
