import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { curationContract } from '#features/curation/contract.ts'
import { status } from '#features/curation/rules.ts'
import { fillSeries, followChannel, makeChannel, makeSeries } from '#test/channels.ts'
import { type Person, person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { tellNews } from './news.ts'

const server = await serve({ WORKER: 'off' })
const { db, services } = server
const { backgroundDb } = services
const never = new AbortController().signal

/** Time goes by. */
async function pass(seconds: number) {
  await sql`update channel_news set since = since - make_interval(secs => ${seconds})`.execute(db)
  await sql`update video set created_at = created_at - make_interval(secs => ${seconds})`.execute(db)
}
const tell = () => tellNews(backgroundDb, never)
const told = async ({ client }: Person) => (await client(contract.listNotifications, { query: {} })).data.map(({ text }) => text)

/** A channel that somebody follows, before anything is new in it. */
async function followed(fields: Parameters<typeof makeChannel>[1] = {}) {
  const [owner, follower] = [await person(server), await person(server)]
  const { id } = await makeChannel(owner.client, { name: 'Slow Waters', ...fields })
  const series = await makeSeries(owner.client, id)
  await followChannel(db, follower, id)
  return { owner, follower, id, series }
}

test('what is new in a followed channel is told once, after a minute; more until it is read makes it more', async () => {
  const { owner, follower, id, series } = await followed()
  const stranger = await person(server)
  await fillSeries(db, series.id, ['A', 'B', 'C'])
  await tell()
  expect(await told(follower)).toEqual([])
  await pass(61)
  await tell()
  expect(await told(follower)).toEqual(['3 new in Slow Waters'])
  await tell()
  await fillSeries(db, (await makeSeries(owner.client, id)).id, ['D'])
  await pass(61)
  await tell()
  expect(await told(follower)).toEqual(['4 new in Slow Waters'])
  expect([await told(owner), await told(stranger)]).toEqual([[], []])
})

test('what was taken back within the minute, or is not public at its end, is told to nobody', async () => {
  const undone = await followed()
  const [video] = await fillSeries(db, undone.series.id, ['A'])
  await undone.owner.client(curationContract.removeVideos, { params: { id: undone.series.id }, body: { videos: [video!] } })
  const hidden = await followed()
  await fillSeries(db, hidden.series.id, ['A'])
  await hidden.owner.client(curationContract.updatePlaylist, { params: { id: hidden.id }, body: { status_id: status.private } })
  const neverPublic = await followed({ status_id: status.private })
  await fillSeries(db, neverPublic.series.id, ['A'])
  await pass(61)
  await tell()
  for (const { follower } of [undone, hidden, neverPublic]) expect(await told(follower)).toEqual([])
  expect(await db.selectFrom('channel_news').select('id').execute()).toEqual([])
})

test('many followers are told in slices; a run that is cut off, or another beside it, doubles and loses nothing', async () => {
  const { series, id } = await followed()
  const count = 1200
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`
    with people as (insert into account (id, email, password_hash, nickname, nickname_key)
      select lpad(n::text, 11, '0'), n || '@crowd.test', 'none', 'crowd' || n, 'crowd' || n from generate_series(1, ${count}::int) n returning id)
    insert into follow (user_id, playlist_key, position) select id, ${key}, 1 from people`.execute(db)
  await fillSeries(db, series.id, ['A', 'B'])
  await pass(61)
  const cut = new AbortController()
  const running = tellNews(backgroundDb, cut.signal)
  await vi.waitFor(async () =>
    expect((await db.selectFrom('channel_news').select('after_user_id').executeTakeFirstOrThrow()).after_user_id).not.toBe(''),
  )
  cut.abort()
  await running
  // As when its process was killed in the middle of a slice: that is undone.
  await backgroundDb
    .transaction()
    .execute(async (tx) => {
      await sql`update channel_news set after_user_id = 'zzz'`.execute(tx)
      throw new Error('killed')
    })
    .catch(() => {})
  await Promise.all([tell(), tell()])
  const { rows } = await sql<{ people: number; least: number; most: number }>`
    select count(*)::int as people, min(count) as least, max(count) as most from notification where playlist_key = ${key}`.execute(db)
  expect(rows).toEqual([{ people: count + 1, least: 2, most: 2 }])
  expect(await db.selectFrom('channel_news').select('id').execute()).toEqual([])
})
