// Fills the database with channels, videos and programmes to search. Words are as frequent as in natural texts.
import type pg from 'pg'
import { status } from '#features/channels/rules.ts'
import { range } from './seed.ts'

const tvChannels = 1000
/** Number of programmes with the same title. */
const broadcasts = 8
const batch = 20_000
const knownWords = 200_000

/** Returns a function that returns random numbers from 0 to 1, the same in each run (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const wordBeginnings = 'b br d dr f fl g gr h j k kl kr l m n p pl pr r s sl sp st t tr v w z'.split(' ')
const vowels = 'a e i o u ee oo ou ie aa'.split(' ')
const wordEndings = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'k', 'nd', 'ng', 'st']

/** Returns distinct words made of syllables, the most frequent first. Rarer words are longer. */
function makeWords(): string[] {
  const random = createRandom(1)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
  const words = new Set<string>()
  while (words.size < knownWords) {
    const syllables = words.size < 200 ? 1 : words.size < 5000 ? 2 : 3
    words.add(range(syllables).reduce((word) => word + pick(wordBeginnings) + pick(vowels), '') + pick(wordEndings))
  }
  return [...words]
}
export const words = makeWords()

/**
 * Returns a function that makes texts by Zipf's law: the nth word is 1/n as frequent as the first. A third of all titles contain the first.
 */
function createTexts(seed: number) {
  const random = createRandom(seed)
  const word = () => words[Math.floor(words.length ** random()) - 1]!
  const text = (least: number, max: number) =>
    range(least + Math.floor(random() * (max - least + 1)))
      .map(word)
      .join(' ')
  return { text, isOften: (share: number) => random() < share }
}

const idOf = (kind: string, number: string) => `'${kind}' || lpad(${number}::text, 10, '0')`

export interface SearchVolume {
  searchedChannels: number
  searchedVideos: number
  searchedProgrammes: number
}

/** Inserts public and private channels, videos and programmes, and queues them for the search index. */
export async function fillSearch(
  client: pg.Client,
  { searchedChannels: channels, searchedVideos: videos, searchedProgrammes: programmes }: SearchVolume,
): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('set synchronous_commit = off')
  const { text, isOften } = createTexts(2)
  const batchFrom = (first: number, count: number) => range(Math.min(batch, count - first))
  for (let first = 0; first < channels; first += batch) {
    const at = batchFrom(first, channels)
    await client.query(
      `with given as (select $3::int + row_number() over () as i, name, description from unnest($1::text[], $2::text[]) as given (name, description))
      insert into playlist (id, user_id, name, description, status_id, public_since, position)
      select ${idOf('c', 'i')}, owner.ids[1 + i % cardinality(owner.ids)], left(name, 50), description,
        case when i % 10 = 0 then ${status.private} else ${status.public} end, case when i % 10 > 0 then now() - i * interval '1 minute' end, (1000 + i) * 1048576
      from given, (select array_agg(id order by id) as ids from account where nickname like 'viewer-%') as owner`,
      [at.map(() => text(2, 4)), at.map(() => text(5, 12)), first],
    )
  }
  await client.query(
    `insert into series (id, playlist_id, name, position) select ${idOf('s', 'i')}, ${idOf('c', 'i')}, 'Videos', 0 from generate_series(1::bigint, ${channels}) i`,
  )
  // Disables triggers and foreign keys, which would take most of the time. The code below inserts the search rows that triggers would
  // insert.
  await client.query('set session_replication_role = replica')
  for (let first = 0; first < videos; first += batch) {
    const at = batchFrom(first, videos)
    await client.query(
      `with given as (select $3::int + row_number() over () as i, title, description from unnest($1::text[], $2::text[]) as given (title, description))
      insert into video (id, series_id, title, description, src, kind, site, position, views, created_at)
      select ${idOf('v', 'i')}, ${idOf('s', `(1 + i % ${channels})`)}, title, description, 'https://www.youtube.com/watch?v=' || i, 'youtube', 'Search',
        i, floor(exp(random() * random() * 12)), now() - i * interval '1 minute'
      from given`,
      [at.map(() => text(2, 8)), at.map(() => (isOften(0.2) ? text(5, 15) : '')), first],
    )
  }
  await client.query('set session_replication_role = origin')
  await client.query(
    "insert into search_change (subject, key) select 'video', id from video where site = 'Search' order by id on conflict do nothing",
  )
  await fillGuide(
    client,
    programmes,
    range(Math.ceil(programmes / broadcasts)).map(() => text(1, 5)),
  )
}

async function fillGuide(client: pg.Client, programmes: number, titles: readonly string[]) {
  await client.query(`
    with source as (insert into tv_source (kind, name) values ('xmltv', 'Searched') returning id), guide as (
      insert into guide_channel (source_id, key, name, hash)
      select source.id, 's' || n, 'Searched ' || n, n from source, generate_series(1, ${tvChannels}) n returning id, hash)
    insert into tv_channel (name, stream_url, position, guide_channel_id, guide_match)
    select 'Searched ' || hash, 'https://live.example.com/' || hash || '/index.m3u8', 9000000 + hash, id, 'hand' from guide`)
  await client.query(
    `insert into guide_programme (guide_channel_id, starts_at, stops_at, id, title, hash)
    select id, start, start + interval '30 minutes', random_id(), title, 1
    from guide_channel cross join generate_series(1, ${programmes / tvChannels}) n
      cross join lateral (select date_trunc('hour', now()) + n * interval '30 minutes' as start) as time
      join unnest($1::text[]) with ordinality as given (title, place) on place = 1 + (hash * 7919 + n * 104729) % ${titles.length}
    where name like 'Searched %'`,
    [titles],
  )
  await client.query('insert into programme_title (title) select distinct title from guide_programme on conflict do nothing')
}
