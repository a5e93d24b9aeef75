import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestReader } from '#kit/server/reader.ts'
import { insertManyChannels, makeFilledChannel, outcome } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract as contract } from '../contract.ts'
import { listSorts, status } from '../rules.ts'
import type { ListPosition } from './queries/listings.ts'
import { listDefaultPlaylists } from './queries/playlists.ts'

const server = await startTestServer()
const { db, guest, app } = server
const ann = await createUser(server, { is_public: true })

/** Channels that were created in alphabetical order. Their orders of publication and popularity are different. */
const idsByName: Record<string, string> = {}
for (const name of ['A', 'B', 'C', 'D', 'E']) idsByName[name] = (await makeFilledChannel(db, ann.client, ['Film'], { name })).playlistId
const setRanking = async (name: string, values: { created_at: Date; public_since: Date }, score?: number) => {
  const { key } = await db.updateTable('playlist').set(values).where('id', '=', idsByName[name]!).returning('key').executeTakeFirstOrThrow()
  if (score !== undefined) await db.updateTable('playlist_popularity').set({ score }).where('playlist_key', '=', key).execute()
}
const day = (number: number) => new Date(Date.UTC(2026, 0, number))
await setRanking('A', { created_at: day(1), public_since: day(12) }, 3)
await setRanking('B', { created_at: day(2), public_since: day(11) }, 0.5)
await setRanking('C', { created_at: day(3), public_since: day(15) })
await setRanking('D', { created_at: day(4), public_since: day(14) }, 700)
await setRanking('E', { created_at: day(5), public_since: day(13) })

const expected = {
  added_desc: 'EDCBA',
  added_asc: 'ABCDE',
  popular: 'DAB',
  published_desc: 'CDEAB',
  published_asc: 'BAEDC',
} as const
type Sort = keyof typeof expected
interface Page {
  data: readonly { name: string }[]
  next_cursor: string | null
}

test.each(listSorts)('public lists in the order %s return each channel once across pages', async (sort) => {
  const readAll = async (list: (query: { sort: Sort; limit: number; cursor?: string }) => Promise<Page>) => {
    const names: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ sort, limit: 2, ...(cursor !== undefined && { cursor }) })
      names.push(...page.data.map(({ name }) => name))
      cursor = page.next_cursor
    }
    return names.join('')
  }
  const defaults = (query: object): Promise<Page> => guest(contract.listDefaultPlaylists, { query })
  const listChannelsOf = (query: object): Promise<Page> => guest(contract.listPersonPlaylists, { params: { id: ann.id }, query })
  for (const list of [defaults, listChannelsOf]) {
    const names = await readAll(list)
    expect(names.startsWith(expected[sort])).toBe(true)
    expect(names.split('').toSorted().join('')).toBe('ABCDE')
  }
})

test.each(listSorts)('the user’s lists are in the order %s, within their places', async (sort) => {
  const { public: sortedPlaylists } = await ann.client(contract.listMyPlaylists, { query: { sort } })
  expect(
    sortedPlaylists
      .map(({ name }) => name)
      .join('')
      .startsWith(expected[sort]),
  ).toBe(true)
  const { public: bar, sorted: none } = await ann.client(contract.listMyPlaylists, {})
  const { sorted } = await ann.client(contract.listMyPlaylists, { query: { sort } })
  expect([none, sorted?.filter((id) => sortedPlaylists.some((item) => item.id === id))]).toEqual([
    undefined,
    sortedPlaylists.map(({ id }) => id),
  ])
  expect(sortedPlaylists.toSorted((a, b) => a.order! - b.order!).map(({ id }) => id)).toEqual(bar.map(({ id }) => id))
})

test('channels that are not public are in the user’s sorted lists; an unknown order is refused', async () => {
  const eve = await createUser(server)
  for (const [name, status_id] of [
    ['Hidden', status.private],
    ['Shown', status.public],
  ] as const)
    await makeFilledChannel(db, eve.client, ['Film'], { name, status_id })
  const { other } = await eve.client(contract.listMyPlaylists, { query: { sort: 'published_asc' } })
  expect(other.map(({ name }) => name)).toEqual(['Hidden'])
  for (const url of ['/api/playlists', '/api/playlists/default-playlists', `/api/user/profile/${ann.id}/playlists`]) {
    const headers = { authorization: `Bearer ${eve.token}` }
    for (const sort of ['newest', '', 'added_desc&sort=popular'])
      expect((await app.inject({ url: `${url}?sort=${sort}`, headers })).statusCode).toBe(422)
  }
})

test('a cursor of another order is accepted', async () => {
  const { next_cursor } = await guest(contract.listDefaultPlaylists, { query: { sort: 'added_desc', limit: 1 } })
  expect(await outcome(guest(contract.listDefaultPlaylists, { query: { sort: 'popular', limit: 1, cursor: next_cursor! } }))).toBe('done')
})

test.each([...listSorts, undefined])('channels with equal ranks in the order %s are ordered by creation across pages', async (sort) => {
  for (const name of Object.keys(idsByName)) await setRanking(name, { created_at: day(20), public_since: day(20) }, 50)
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: 2, ...(sort && { sort }), ...(cursor && { cursor }) }
    const page = await guest(contract.listDefaultPlaylists, { query })
    read.push(...page.data.flatMap(({ id, name }) => (idsByName[name] === id ? [name] : [])))
    cursor = page.next_cursor
  } while (cursor)
  expect(read.join('')).toBe(sort === undefined || sort.endsWith('_asc') ? 'ABCDE' : 'EDCBA')
})

test(
  'a page of 60,000 channels reads only its own rows in each order, also far down and after 5,000 channels of one owner',
  { tags: ['slow'] },
  async () => {
    const { db: filled, bulkDb } = await startTestServer({ WORKER: 'off' })
    const maker = await createUser({ db: filled, clientFor: server.clientFor })
    // Ids in random order.
    for (let first = 1; first <= 60_000; first += 15_000)
      await insertManyChannels(
        bulkDb,
        sql`
        insert into playlist (id, user_id, name, status_id, created_at, public_since, position)
        select left(md5(i::text), 11), ${maker.id}, 'Channel ' || i, 3, now() - i * interval '5 hours', now() - i * interval '5 hours', i
        from generate_series(${first}::int, ${first + 14_999}::int) i`,
      )
    await sql`insert into series (id, playlist_id, name, position) select id, id, 'Series', 1 from playlist`.execute(bulkDb)
    await sql`analyze`.execute(bulkDb)
    await sql`
    insert into video (id, series_id, title, src, kind, site, position)
    select id, id, 'Film', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'YouTube', 1 from series`.execute(bulkDb)
    await sql`update playlist_popularity set score = playlist_key % 100 where playlist_key % 3 = 0`.execute(bulkDb)
    await sql`vacuum analyze`.execute(bulkDb)
    for (const sort of listSorts) {
      const read = (after?: ListPosition, limit = 21) => listDefaultPlaylists(sort)(filled, guestReader, limit, after)
      const { rank, key } = (await read(undefined, 2500)).at(-1)!
      for (const after of [undefined, { rank, key }]) {
        expect(await read(after)).toHaveLength(21)
        const pages = await countPagesRead(filled, (counting) => listDefaultPlaylists(sort)(counting, guestReader, 21, after))
        expect([sort, pages < 1000 || pages]).toEqual([sort, true])
      }
    }

    const firstPage = (sort: (typeof newestFirst)[number]) =>
      countPagesRead(filled, (counting) => listDefaultPlaylists(sort)(counting, guestReader, 21, undefined))
    const newestFirst = [undefined, 'added_desc', 'published_desc'] as const
    const before = await Promise.all(newestFirst.map(firstPage))
    const busyUser = await createUser({ db: filled, clientFor: server.clientFor })
    await insertManyChannels(
      bulkDb,
      sql`
      insert into playlist (id, user_id, name, status_id, created_at, public_since, position)
      select left(md5('flood' || i), 11), ${busyUser.id}, 'Flood ' || i, 3, now() - i * interval '1 second', now() - i * interval '1 second', i
      from generate_series(1, 5000) i`,
    )
    await sql`insert into series (id, playlist_id, name, position) select id, id, 'Series', 1 from playlist where user_id = ${busyUser.id}`.execute(
      bulkDb,
    )
    await sql`
      insert into video (id, series_id, title, src, kind, site, position)
      select id, id, 'Film', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'YouTube', 1 from playlist
      where user_id = ${busyUser.id}`.execute(bulkDb)
    await sql`vacuum analyze`.execute(bulkDb)
    for (const [index, sort] of newestFirst.entries()) {
      const pages = await firstPage(sort)
      expect([sort, pages <= 2 * before[index]! || [before[index], pages]]).toEqual([sort, true])
    }
  },
)
