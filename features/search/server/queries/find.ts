/** Finds documents. One statement reads a limited number of rows, the best first. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, type RowsText, rowsText } from '#kit/server/db/json-rows.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { type IndexedSubject, indexedSubjects, limits, type Sort, sorts } from '../../rules.ts'
import { isOwnOrFollowed, ownAndFollowed, ownersOf } from './own-and-followed.ts'
import { broadcastOf } from './programmes.ts'
import { classPoints, fieldCount, fieldRanks, noMatch, scoreOf, termScore, titleScoreOf } from './scores.ts'
import { matchClassIndex, fields, type matchClasses, type SearchConditions } from './search-conditions.ts'

export interface SortPosition {
  /** The score by which results are sorted, highest first. */
  score: number
  /** The document's number, which orders results with equal scores. */
  number: number
}

/** A kind of things, and the maximum number of its results. */
export interface RequestedSubject {
  subject: IndexedSubject
  limit: number
}

export interface FoundDocument {
  subject: IndexedSubject
  key: string | null
  score: number | null
  number: number | null
  /** Code of the match: `class * 3 + field`. */
  code: number | null
  /** Number of results, up to the limit. */
  count: number
}

const scopesOf = (reader: Reader) =>
  sql`(array['public'${reader.user?.seesAdult ? sql`, 'adult'` : sql``}]${reader.user ? sql` || ${ownersOf(reader)}` : sql``})`

const inFields = (test: (tokens: RawBuilder<unknown>) => RawBuilder<unknown>, name: (typeof matchClasses)[number]) => {
  const whens = ['name_tokens', 'tag_tokens', 'tokens'].map(
    (column, field) => sql`when ${test(sql.ref(`document.${column}`))} then ${sql.lit(matchClassIndex(name) * fields.length + field)}`,
  )
  return sql.join(whens, sql` `)
}

/** SQL on `other`: whether a token begins with `other.token`. Compares text, because unnesting the tokens takes several times as long. */
const hasBeginning = (tokens: RawBuilder<unknown>) => sql`strpos(' ' || array_to_string(${tokens}, ' '), ' ' || other.token) > 0`

/** SQL on `document` and `other`: the code of the document's best match with the token. */
const otherCode = sql`case ${sql.join(
  [
    inFields((tokens) => sql`other.token = any (${tokens})`, 'exact'),
    inFields((tokens) => sql`${tokens} && other.prefixes or other.begins and ${hasBeginning(tokens)}`, 'prefix'),
    inFields((tokens) => sql`${tokens} && other.parts`, 'part'),
    inFields((tokens) => sql`${tokens} && other.typos`, 'typo'),
    inFields((tokens) => sql`${tokens} && other.stems`, 'stem'),
  ],
  sql` `,
)} else ${sql.lit(noMatch)} end`

/**
 * SQL on `candidate` and `other`: whether the signature has all bits of one of the pairs. A single pair is compared without a subquery, in
 * a tenth of the time.
 */
const hasPair = sql`case when cardinality(other.pairs) = 1 then other.pairs[1] & candidate.signature = other.pairs[1]
          else exists (select from unnest(other.pairs) as pair where pair & candidate.signature = pair) end`

/** A document's signature that matches every search. */
const anySignature = sql`-1::bigint`

/** SQL on `asked` and `driver`: joins documents that contain the term, in the scopes of the reader, as rows `hit` of `search_term`. */
const listedDocuments = (reader: Reader) => sql`
      driver cross join unnest(${scopesOf(reader)}) as allowed (scope) cross join lateral (
        select document_id, rank, signature from search_term
        where search_term.subject = asked.subject and search_term.scope = allowed.scope and search_term.term = driver.term
        order by rank, document_id limit driver."limit") as hit`

/** SQL like {@link listedDocuments}: joins the reader's private things with a word that begins with the term. */
const ownMatches = (reader: Reader) => sql`
      driver cross join unnest(${ownersOf(reader)}) as allowed (scope) cross join lateral (
        select document_id, rank, signature from search_term
        where driver.begins and search_term.subject = asked.subject and search_term.scope = allowed.scope
          and search_term.term > driver.term and search_term.term < driver.term || chr(1114111)
        limit ${sql.lit(limits.count + 1)}) as hit`

const searchedTermColumns = { way: 'integer', term: 'text', class: 'integer', limit: 'integer', begins: 'boolean' } as const
const otherColumns = {
  way: 'integer',
  token: 'text',
  begins: 'boolean',
  words: 'text[]',
  prefixes: 'text[]',
  parts: 'text[]',
  typos: 'text[]',
  stems: 'text[]',
  mask: 'bigint',
  pairs: 'bigint[]',
} as const

type Columns = (matchClass: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * SQL: selects columns of `driver` and `hit` for {@link listedDocuments} and {@link ownMatches}.
 * @param columns returns the columns for a class of matches
 */
const readFromLists = (reader: Reader, columns: Columns) =>
  sql`select ${columns(sql.ref('driver.class'))} from ${listedDocuments(reader)} ${unionOwnMatches(reader, columns)}`

const unionOwnMatches = (reader: Reader, columns: Columns, isRead = sql`true`) =>
  reader.user ? sql`union all select ${columns(sql.lit(matchClassIndex('prefix')))} from ${ownMatches(reader)} where ${isRead}` : sql``

/** SQL: adds the reader's own and followed things with a word. Starts from the things, because a common word has too many documents. */
const unionOwnAndFollowed = (reader: Reader, subject: IndexedSubject) => sql`
    union all
    select document.id, ${anySignature}, driver.way, case when driver.term = own.term then driver.class else ${sql.lit(matchClassIndex('prefix'))} end * ${fieldCount}
      + case when own.term = any (document.name_tokens) then 0 when own.term = any (document.tag_tokens) then 1 else 2 end
    from ${ownAndFollowed(reader, subject, scopesOf(reader))} as document cross join lateral unnest(document.tokens) as own (term)
      join driver on driver.term = own.term or driver.begins and starts_with(own.term, driver.term)`

/**
 * SQL: common table expressions that end with `listed`, the documents with their score and the code of their best match. Signatures exclude
 * most documents of common words before their rows are read.
 * @param ownSubject limits the search to things of this kind that the reader owns or follows
 */
const matchingDocumentsSql = (sort: Sort, reader: Reader, ownSubject: IndexedSubject | undefined, conditions: SearchConditions) => sql`
  other as materialized (
    select * from ${jsonRows('other', conditions.others, otherColumns)}),
  candidate as (
    ${readFromLists(reader, (matchClass) => sql`hit.document_id as id, hit.signature, driver.way, ${matchClass} * ${fieldCount} + greatest(hit.rank, 0) / ${fieldRanks} as code`)}
    ${ownSubject ? unionOwnAndFollowed(reader, ownSubject) : sql``}),
  matched as (
    select document.id, document.name, document.quality, document.popularity, document.added_at, document.published_at,
      case when candidate.way > 0 then greatest(total.code, ${fieldCount} + total.code % ${fieldCount}) else total.code end as code
    from (
      select id, way, min(code) as code from candidate
      where not exists (
        select from other where other.way = candidate.way and (other.mask & candidate.signature = 0
          or candidate.signature < 0 and not ${hasPair}))
      group by id, way) as candidate
      join search_document as document on document.id = candidate.id
      cross join lateral (
        select greatest(candidate.code, max(${otherCode})) as code from other where other.way = candidate.way) as total
    -- Cheaper than computing the code of a match.
    where not exists (
        select from other where other.way = candidate.way and not (document.tokens && other.words or other.begins and ${hasBeginning(sql.ref('document.tokens'))}))
      ${ownSubject ? sql`and ${isOwnOrFollowed(reader, ownSubject)}` : sql``}),
  listed as materialized (
    select document.id as number, min(document.code) as code, max(${scoreOf[sort](conditions.keyword)})::float8 as score
    from matched as document group by document.id)`

/**
 * SQL: documents that match a single token, by relevance, read only from `search_term`. Reads documents of similar words only if the exact
 * word has no more results than the limit, or for further pages.
 */
const singleTokenSql = (reader: Reader, after: SortPosition | undefined) => {
  const exact = sql.lit(matchClassIndex('exact'))
  const scoreColumns: Columns = (matchClass) => sql`hit.document_id as id, ${termScore(matchClass)} as score`
  const isRead = after ? sql`true` : sql`(select count(distinct id) from exact) <= ${sql.lit(limits.count)}`
  return sql`
  exact as materialized (select ${scoreColumns(exact)} from ${listedDocuments(reader)} where driver.class = ${exact}),
  listed as materialized (
    select number, ${sql.lit(noMatch)} - score / ${classPoints} as code, score::float8 as score from (
      select id as number, max(score) as score
      from (
        select * from exact
        union all select ${scoreColumns(sql.ref('driver.class'))} from ${listedDocuments(reader)} where driver.class > ${exact} and ${isRead}
        ${unionOwnMatches(reader, scoreColumns, isRead)}) as candidate group by id) as best)`
}

/** Maximum titles of the guide for which broadcasts are read. */
const maxTitles = sql.lit(limits.count + 1)

interface FindOptions {
  /** Whether to count the titles of the guide. If false, reads broadcasts only for the requested page. */
  isCounted?: boolean
  after?: SortPosition | undefined
}

/** SQL: whether a row comes after the position. */
const isAfterSortPosition = (after: SortPosition | undefined) =>
  after ? sql`(score, number) < (${after.score}::float8, ${after.number}::bigint)` : sql`true`

/** SQL: the best titles of `listed` that have a broadcast. */
const broadcastTitles = (reader: Reader, isCounted: boolean, after: SortPosition | undefined) => sql`
        select title.number, title.code, title.score from (
          select * from listed where ${isCounted ? sql`true` : isAfterSortPosition(after)} order by score desc, number desc limit ${maxTitles}) as title
        join search_document as document on document.id = title.number cross join lateral ${broadcastOf(reader)} as programme
        order by title.score desc, title.number desc limit ${isCounted ? maxTitles : sql`asked."limit"`}`

/** SQL: the best titles of `listed`, with the score of the requested order. */
const sortedTitles = (sort: Exclude<Sort, 'relevance'>, reader: Reader, keyword: string) => sql`
        select document.id as number, title.code, (${titleScoreOf[sort](keyword)})::float8 as score
        from (select * from listed order by score desc, number desc limit ${maxTitles}) as title
        join search_document as document on document.id = title.number cross join lateral ${broadcastOf(reader)} as programme`

/** SQL on `asked` and `driver`: common table expressions that end with `found`. Excludes titles without a broadcast. */
function foundDocumentsSql(
  { sort, own, isTitle = false }: FindKind,
  reader: Reader,
  { isCounted = true, after }: FindOptions,
  conditions: SearchConditions,
) {
  const first = isTitle ? 'relevance' : sort
  const listing =
    conditions.isSingle && !own && first === 'relevance'
      ? singleTokenSql(reader, after)
      : matchingDocumentsSql(first, reader, own, conditions)
  const result = isTitle
    ? sort === 'relevance'
      ? broadcastTitles(reader, isCounted, after)
      : sortedTitles(sort, reader, conditions.keyword)
    : sql`select * from listed`
  return sql`${listing}, found as ${isTitle ? sql`` : sql`not`} materialized (${result})`
}

interface FindKind {
  sort: Sort
  own?: IndexedSubject
  isTitle?: boolean
}

const findBy = (kind: FindKind) =>
  prepare(
    (
      _: Db,
      reader: Reader,
      options: FindOptions,
      conditions: SearchConditions,
      requested: RowsText<RequestedSubject>,
    ) => sql<FoundDocument>`
      with driver as materialized (
        select * from ${jsonRows('driver', conditions.drivers, searchedTermColumns)})
      select asked.subject, document.key, page.score, page.number, page.code, page.count
      from ${jsonRows('asked', requested, { subject: 'text', limit: 'integer' })} cross join lateral (
          with ${foundDocumentsSql(kind, reader, options, conditions)}
          select counted.count, best.*
          from (select least(count(*), ${sql.lit(limits.count)})::integer as count from found) as counted left join (
            select score, number, code from found where ${isAfterSortPosition(options.after)} order by score desc, number desc limit asked."limit") as best on true) as page
        left join search_document as document on document.id = page.number
      order by page.score desc, page.number desc`,
  )
type FindStatement = ReturnType<typeof findBy>

const kindBySort = (kind: Omit<FindKind, 'sort'>) =>
  Object.fromEntries(sorts.map((sort) => [sort, findBy({ ...kind, sort })])) as Record<Sort, FindStatement>
const findThings = kindBySort({})
const findTitles = kindBySort({ isTitle: true })
const findOwn = Object.fromEntries(indexedSubjects.map((own) => [own, kindBySort({ own })])) as Record<
  IndexedSubject,
  Record<Sort, FindStatement>
>

interface FindQuery extends FindOptions {
  sort: Sort
  /** True to find only things of one kind that the reader owns or follows. */
  isOwn: boolean
  requested: readonly RequestedSubject[]
}

/** Finds documents of several kinds, or only titles of the guide. A kind without results after `after` returns a row without a key. */
export function findDocuments(db: Db, reader: Reader, conditions: SearchConditions, { sort, isOwn, requested, ...options }: FindQuery) {
  const [{ subject } = { subject: 'video' as const }] = requested
  const find = subject === 'programme' ? findTitles[sort] : isOwn ? findOwn[subject][sort] : findThings[sort]
  return find(db, reader, options, conditions, rowsText(requested))
}
