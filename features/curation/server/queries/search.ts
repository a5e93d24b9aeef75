import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { findableScopes, mayFind } from './access.ts'
import { noOrder, previewColumns } from './columns.ts'
import { escapeLike } from './escape-like.ts'

/** So many channels are looked at for each word, and for all together: the first ones of the public list. */
const maxCandidates = 200
/** With fewer hits than these, words that only resemble the keyword's count too. */
const fewHits = 10
/** Keywords are suggested from the names and tags of so many channels. */
const maxSuggesting = 20

interface Hit {
  id: string
  score: number
}

/** The keyword's words, 8 at most: of the last one the beginning is enough. */
const sought = (keyword: string) => sql<{ word: string; whole: string; beginning: string; is_last: boolean }>`(
  select word, ' ' || word || ' ' as whole, case when is_last then ' ' || word else ' ' || word || ' ' end as beginning, is_last
  from (
    select word, place = max(place) over () as is_last
    from unnest((string_to_array(btrim(search_words(${keyword}, '{}')), ' '))[1:8]) with ordinality as parts (word, place)
  ) as words)`

/** How much a name is like the keyword, from 0 to 1. */
const likeness = (keyword: string) => sql<number>`similarity((select folded(${keyword})), playlist.folded_name)::float8`

/** How many channels have a `word`, counted so far. */
const countOf = (limit: number) =>
  sql<number>`(select count(*) from (select from playlist_word where term = word limit ${sql.lit(limit)}) as known)`

/** Nearest first; the id decides between equals. */
const isBehind = ({ score, id }: Hit) => sql<boolean>`(score, id) < (${score}::float8, ${id})`

/**
 * Channels that have every word of the keyword, of the last one at least the beginning; those with the whole words score more. Of a
 * word that is very common the first {@link maxCandidates} of the public list are looked at, so the rarest words do the finding.
 * @returns the nearest of them from behind `after`, each with the number of all; one row without an id when none is left
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
 * Channels that have, for every word of the keyword, one that it is a part of, or with `isMistyped` one that resembles it; a word that
 * many have is neither. All score less than those of {@link findByWords}.
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

/** The nearest channels by {@link findByWords}, and how many there are in all. */
async function findNearest(db: Db, reader: Reader, keyword: string, limit: number, after?: Hit) {
  const rows = await findByWords(db, reader, keyword, limit, after)
  const hits = rows.flatMap(({ id, score }): Hit[] => (id === null || score === null ? [] : [{ id, score }]))
  return { hits, all: rows[0]?.all ?? 0 }
}

/**
 * Channels that have the keyword's words in name or tags, nearest first; from behind `after`. Of few, those follow that have them as parts
 * of words; where nobody has them, they are taken for mistyped.
 */
export async function searchPlaylists(db: Db, reader: Reader, keyword: string, limit: number, after: Hit | undefined) {
  const { hits, all } = await findNearest(db, reader, keyword, limit, after)
  if (all < fewHits) {
    // Those that have the words come before all that only resemble them, whatever page they stood on.
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

/** Names and tags that have a word beginning with the keyword, those of most channels first. */
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

/** Forgets words that no channel has any more. */
export async function deleteUnusedWords(db: Db): Promise<void> {
  const unused = sql`not exists (select from playlist_word where playlist_word.term = search_word.word)`
  const { rows } = await sql<{ word: string }>`select word from search_word where ${unused} limit 100000`.execute(db)
  if (!rows.length) return
  await db.transaction().execute(async (tx) => {
    // Whoever writes a channel just now may have left such a word in its place: they are waited for, and then looked at.
    await sql`lock table search_word in share row exclusive mode`.execute(tx)
    await sql`delete from search_word where word = any(${rows.map(({ word }) => word)}::text[]) and ${unused}`.execute(tx)
  })
}
