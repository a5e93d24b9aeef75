import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { findableScopes, mayFind } from './access.ts'
import { noOrder, previewColumns } from './columns.ts'
import { escapeLike } from './escape-like.ts'

/** Maximum channels examined, per word and in total: the first ones of the public list. */
const maxCandidates = 200
/** With fewer hits than this, similar words count too. */
const fewHits = 10
/** Channels whose names and tags supply suggestions. */
const maxSuggesting = 20

interface Hit {
  id: string
  score: number
}

/** Splits a keyword into at most 8 words. The last word also matches by prefix. */
const sought = (keyword: string) => sql<{ word: string; whole: string; beginning: string; is_last: boolean }>`(
  select word, ' ' || word || ' ' as whole, case when is_last then ' ' || word else ' ' || word || ' ' end as beginning, is_last
  from (
    select word, place = max(place) over () as is_last
    from unnest((string_to_array(btrim(search_words(${keyword}, '{}')), ' '))[1:8]) with ordinality as parts (word, place)
  ) as words)`

/** Similarity of a name to the keyword, from 0 to 1. */
const likeness = (keyword: string) => sql<number>`similarity((select folded(${keyword})), playlist.folded_name)::float8`

/** Counts the channels that have a `word`, up to a limit. */
const countOf = (limit: number) =>
  sql<number>`(select count(*) from (select from playlist_word where term = word limit ${sql.lit(limit)}) as known)`

/** By score, then by id. */
const isBehind = ({ score, id }: Hit) => sql<boolean>`(score, id) < (${score}::float8, ${id})`

/**
 * Finds channels with every word of the keyword; the last word also matches by prefix. Whole words score higher. For a very common word,
 * only the first {@link maxCandidates} of the public list are examined, so rare words are decisive.
 * @returns the best after `after`, each with the total count; one row without an id if none is left
 */
const findByWords = prepare((db: Db, reader: Reader, keyword: string, limit: number, after: Hit | undefined) =>
  db
    .with(
      (name) => name('sought').materialized(),
      () => sought(keyword),
    )
    .with(
      (name) => name('found').materialized(),
      (query) =>
        query
          .selectFrom(
            sql<{ id: string }>`(
              select hit.playlist_id as id
              from (select *, row_number() over (order by ${countOf(maxCandidates)}) as rarity from sought order by rarity limit 3) as finding,
                lateral (select word as term union all select left(word, 6) || '*' where is_last) as terms,
                unnest(${findableScopes(reader)}) as scope,
                lateral (
                  select playlist_id, rank from playlist_word
                  where playlist_word.scope = scope.scope and playlist_word.term = terms.term
                  order by rank limit ${sql.lit(maxCandidates)}
                ) as hit
              group by hit.playlist_id order by min(finding.rarity), min(hit.rank) limit ${sql.lit(maxCandidates)}
            )`.as<'candidate'>(sql.ref('candidate')),
          )
          .innerJoin('playlist', 'playlist.id', 'candidate.id')
          .select([
            'playlist.id',
            sql<number>`${likeness(keyword)} + (not exists (select from sought where strpos(playlist.words, whole) = 0))::int`.as('score'),
          ])
          .where(sql<boolean>`not exists (select from sought where strpos(playlist.words, beginning) = 0)`),
    )
    .selectFrom(sql<{ all: number }>`(select count(*) as "all" from found)`.as<'counted'>(sql.ref('counted')))
    .leftJoin(
      (query) =>
        query
          .selectFrom('found')
          .select(['id', 'score'])
          .where(after ? isBehind(after) : sql<boolean>`true`)
          .orderBy('score', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .as('nearest'),
      (join) => join.onTrue(),
    )
    .select(['nearest.id', 'nearest.score', 'counted.all']),
)

/**
 * Finds channels with a similar word for every word of the keyword: one that contains it, or with `isMistyped` one that resembles it.
 * Common words only match themselves. All score lower than hits of {@link findByWords}.
 */
const findByNearWords = prepare((db: Db, reader: Reader, keyword: string, isMistyped: boolean) =>
  db
    .with(
      (name) => name('near').materialized(),
      () => sql<{ word: string; words: string[] }>`(
        select word, case when ${countOf(fewHits)} = ${sql.lit(fewHits)}
          then array[word] else array(select word union select near.word from near_words(word) near ${isMistyped ? sql`` : sql`where strpos(near.word, sought.word) > 0`}) end as words
        from ${sought(keyword)} as sought)`,
    )
    .selectFrom(
      sql<{ id: string; found: string[] }>`(
        select hit.playlist_id as id, array_agg(finding.word) as found
        from (select * from near order by length(word) desc limit 2) as finding, unnest(finding.words) as term, unnest(${findableScopes(reader)}) as scope,
          lateral (
            select playlist_id, rank from playlist_word
            where playlist_word.scope = scope.scope and playlist_word.term = term.term
            order by rank limit 100
          ) as hit
        group by hit.playlist_id order by min(hit.rank) limit ${sql.lit(maxCandidates)}
      )`.as<'candidate'>(sql.ref('candidate')),
    )
    .innerJoin('playlist', 'playlist.id', 'candidate.id')
    .select(['playlist.id', sql<number>`${likeness(keyword)} - 1`.as('score')])
    .where(
      sql<boolean>`not exists (
        select from near where word <> all (candidate.found) and not exists (
          select from unnest(near.words) own where strpos(playlist.words, ' ' || own || ' ') > 0))`,
    ),
)

const readTiles = prepare((db: Db, reader: Reader, ids: readonly string[]) =>
  db
    .selectFrom('playlist')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .select((eb) => ['playlist.id', jsonText(db, eb, [...previewColumns(reader)(eb), noOrder]).as('json')])
    .where('playlist.id', '=', sql<string>`any(${ids}::text[])`)
    .where(mayFind(reader)),
)

const compare = (a: Hit, b: Hit) => b.score - a.score || Number(a.id < b.id) - Number(a.id > b.id)
const idOf = ({ id }: Hit) => id

/** Returns the best channels of {@link findByWords}, and the total count. */
async function findNearest(db: Db, reader: Reader, keyword: string, limit: number, after?: Hit) {
  const rows = await findByWords(db, reader, keyword, limit, after)
  const hits = rows.flatMap(({ id, score }): Hit[] => (id === null || score === null ? [] : [{ id, score }]))
  return { hits, all: rows[0]?.all ?? 0 }
}

/**
 * Searches names and tags, best first, after `after`. If there are few hits, matches within words follow. If there are none, similar words
 * follow too.
 */
export async function searchPlaylists(db: Db, reader: Reader, keyword: string, limit: number, after: Hit | undefined) {
  const { hits, all } = await findNearest(db, reader, keyword, limit, after)
  if (all < fewHits) {
    // Excludes all hits by whole words from the similar ones, including those on previous pages.
    const known = after && all > hits.length ? (await findNearest(db, reader, keyword, fewHits)).hits : hits
    const found = new Set(known.map(idOf))
    const near = (await findByNearWords(db, reader, keyword, all === 0)).filter(
      (hit) => !found.has(hit.id) && (!after || compare(after, hit) < 0),
    )
    hits.push(...near)
  }
  const page = hits.toSorted(compare).slice(0, limit)
  if (!page.length) return []
  const tiles = new Map((await readTiles(db, reader, page.map(idOf))).map(({ id, json }) => [id, json]))
  return page.flatMap(({ id, score }) => {
    const json = tiles.get(id)
    return json === undefined ? [] : { id, score, json }
  })
}

/** Lists names and tags with a word that begins with the keyword, most frequent first. */
export async function listKeywords(db: Db, reader: Reader, keyword: string, limit: number): Promise<string[]> {
  const ids = (await findNearest(db, reader, keyword, maxSuggesting)).hits.map(idOf)
  const beginning = sql`'% ' || ${escapeLike(keyword)} || '%'`
  const found = await db
    .selectFrom(['playlist', sql<{ text: string }>`unnest(playlist.name || playlist.tags)`.as<'keyword'>(sql`keyword(text)`)])
    .select(sql<string>`min(keyword.text)`.as('keyword'))
    .where('playlist.id', '=', sql<string>`any(${ids}::text[])`)
    .where(mayFind(reader))
    .where(sql<boolean>`folded(' ' || keyword.text) like ${beginning}`)
    .groupBy(sql`folded(keyword.text)`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('keyword')
    .limit(limit)
    .execute()
  return found.map(({ keyword }) => keyword)
}

/** Deletes words that no channel has. */
export async function deleteUnusedWords(db: Db): Promise<void> {
  const unused = sql`not exists (select from playlist_word where playlist_word.term = search_word.word)`
  const { rows } = await sql<{ word: string }>`select word from search_word where ${unused} limit 100000`.execute(db)
  if (!rows.length) return
  await db.transaction().execute(async (tx) => {
    // Waits for concurrent writers, which may have added such a word, and checks again.
    await sql`lock table search_word in share row exclusive mode`.execute(tx)
    await sql`delete from search_word where word = any(${rows.map(({ word }) => word)}::text[]) and ${unused}`.execute(tx)
  })
}
