// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readerForUser } from '#kit/server/reader.ts'
import { insertManyChannels } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser, type Person } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { listSorts, type ListSort } from '#features/channels/rules.ts'
import { socialContract as contract } from '../contract.ts'
import { maxFollows, maxSuggestions } from '../rules.ts'
import { listFollows, listFollowedVideos } from './queries/following.ts'
import { addFollows, deleteFollows } from './queries/follows.ts'
import { updatePopularity } from './queries/suggestions.ts'
import { maxListSeconds } from './suggestions.ts'

const server = await startTestServer()
const { bulkDb, db } = server
const ann = await createUser(server)

const channelTarget = (id: string) => ({ following_type: 'playlist' as const, following_id: id })
const follow = ({ client }: Person, id: string) => client(contract.follow, { body: channelTarget(id) })
async function updatePopularityNow() {
  await updateSearchIndex(db)
  await updatePopularity(db, { days: 28, halfLifeDays: 7, points: { follow: 4, like: 2, view: 1 } })
}

test('all reads are fast with 60,000 channels, 20,000 followers of one and users with 500 follows', async () => {
  const follower = await createUser(server)
  const channels = sql`
    insert into playlist (id, user_id, name, tags, status_id, public_since, position)
    select 'V' || lpad(number::text, 10, '0'), ${ann.id}, 'Volume ' || number, array['common', 'tag ' || number % 500], 3, now() - number * interval '1 second',
      number * 1000000::bigint from generate_series(1, 60000) number`
  await insertManyChannels(bulkDb, channels)
  await sql`insert into series (id, playlist_id, name, position)
    select 'V' || lpad(number::text, 10, '0'), 'V' || lpad((number / 3 + 1)::text, 10, '0'), 'S', number from generate_series(1, 6000) number`.execute(
    bulkDb,
  )
  // Without statistics, PostgreSQL 15 scans all series and channels for each video.
  await sql`analyze playlist, series`.execute(bulkDb)
  await sql`insert into video (id, series_id, title, src, kind, site, position, created_at)
    select 'V' || lpad(number::text, 10, '0'), 'V' || lpad((number % 6000 + 1)::text, 10, '0'), 'Film', 'https://films.test/1.mp4', 'file', 'films.test', number,
      now() - number * interval '1 second' from generate_series(1, 60000) number`.execute(bulkDb)
  await sql`insert into account (id, email, password_hash)
    select 'F' || lpad(number::text, 10, '0'), 'f' || number || '@example.com', 'none' from generate_series(1, 20000) number`.execute(
    bulkDb,
  )
  await sql`analyze account`.execute(bulkDb)
  // All users follow the first channel; a hundred of them and the reader follow about 500 channels each.
  await sql`insert into follow (user_id, playlist_key, position)
    select account.id, playlist.key, 0 from account, playlist where account.id like 'F0%' and playlist.id = 'V0000000001'`.execute(bulkDb)
  await sql`insert into follow (user_id, playlist_key, position, seen_at)
    select account.id, playlist.key, playlist.key, now() - interval '1 day' from account, playlist
    where (account.id between 'F0000000001' and 'F0000000100' and playlist.id between 'V0000000002' and 'V0000000500')
      or (account.id = ${follower.id} and playlist.id between 'V0000000002' and 'V0000001997' and right(playlist.id, 3)::integer % 4 = 0)`.execute(
    bulkDb,
  )
  await follow(follower, 'V0000000001')
  await sql`analyze`.execute(bulkDb)
  await updatePopularityNow()
  const response = await follower.client(contract.listFollowing, {})
  expect(response.followed).toHaveLength(500)
  expect(response.followed.at(-1)!.new_count).toBeGreaterThan(0)
  expect(response.suggested).toHaveLength(maxSuggestions)
  expect((await follower.client(contract.listFollowedVideos, { query: {} })).data.length).toBeGreaterThan(0)

  // Another order must read about as many pages as the user's own order.
  const pagesOf = (sort: ListSort | undefined) =>
    countPagesRead(bulkDb, (counting) =>
      listFollows(sort)(counting, readerForUser(follower.id), { limit: maxSuggestions, maxSeconds: maxListSeconds }),
    )
  const ownPages = await pagesOf(undefined)
  const feed = await countPagesRead(bulkDb, (counting) => listFollowedVideos(counting, readerForUser(follower.id), 20, undefined))
  // For each of 500 channels, the statement reads about 80 pages: for example 40 for its 30 new videos in three series, 12 for its latest
  // video, and 14 for its card. PostgreSQL 15 reads 42,853 in total, 18 reads 39,905.
  expect([ownPages, feed].map((pages, index) => pages < [54_000, 14_000][index]! || pages)).toEqual([true, true])
  for (const sort of listSorts) {
    expect((await follower.client(contract.listFollowing, { query: { sort } })).followed).toHaveLength(500)
    expect([sort, (await pagesOf(sort)) < 1.5 * ownPages]).toEqual([sort, true])
  }

  // Many new followers don't cause a scan of all followers.
  const [newcomer, { key }] = await Promise.all([
    createUser(server),
    db.selectFrom('playlist').select('key').where('id', '=', 'V0000000001').executeTakeFirstOrThrow(),
  ])
  const subject = { type: 'playlist', key } as const
  const changes = [
    await countPagesRead(bulkDb, (counting) => addFollows(counting, [newcomer.id], subject, maxFollows)),
    await countPagesRead(bulkDb, (counting) => deleteFollows(counting, [follower.id], subject)),
  ]
  expect(changes.map((pages, index) => pages < [115, 60][index]! || pages)).toEqual([true, true])
})
