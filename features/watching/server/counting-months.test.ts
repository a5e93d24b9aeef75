import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { startViewCounting } from '#test/counted-views.ts'
import { maintainViewPartitions } from './queries/views.ts'

const { db, services, other, ann, bob, keyOf, figuresOf, insertView, view, count } = await startViewCounting()

test.each([
  ['an hour', '2025-06-10T12:00Z'],
  ['years', '2031-06-10T12:00Z'],
])('a clock set back by %s counts a viewer again, but not as a new one, and not twice in 30 minutes', async (_, ahead) => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const key = await keyOf(playlistId)
  const viewer = newId()
  for (const [time, views] of [
    [ahead, 1],
    ['2025-06-10T11:00Z', 2],
    ['2025-06-10T11:20Z', 2],
    ['2025-06-10T11:30Z', 3],
  ] as const) {
    await insertView(key, viewer, time, videoIds[0])
    await count()
    expect(await figuresOf(playlistId)).toMatchObject({ channel: views, shown: views })
  }
  const total = await db.selectFrom('channel_view_total').select('unique_views').where('playlist_key', '=', key).executeTakeFirst()
  expect(total?.unique_views).toBe(1)
})

test('months have their partitions in advance, old ones are dropped, and no view counts twice across them', async () => {
  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'view_action'::regclass order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }
  const monthFromNow = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  }
  const nameOf = (month: Date) => `view_action_${month.toISOString().slice(0, 7).replace('-', '_')}`
  const [next, afterNext, third] = [1, 2, 3].map(monthFromNow) as [Date, Date, Date]
  const add = (at: Date, id = newId()) =>
    sql<{ name: string }>`
      insert into view_action (id, user_id, video_id, viewed_at, half_hour) values (${id}, ${bob.id}, 'monthlyview', ${at}, half_hour(${at}))
      on conflict do nothing returning tableoid::regclass::text as name`.execute(db)
  // Adds views of a month before the month has a partition.
  await add(afterNext)
  await Promise.all(
    [maintainViewPartitions(db, 2, 24), maintainViewPartitions(other.services.db, 2, 24)].map((making) => making.catch(() => undefined)),
  )
  await maintainViewPartitions(db, 3, 24)
  await maintainViewPartitions(db, 3, 24)
  expect(await partitions()).toEqual([nameOf(next), nameOf(third), 'view_action_default'].toSorted())
  const justBefore = new Date(next.getTime() - 1)
  expect((await add(justBefore)).rows).toEqual([{ name: 'view_action_default' }])
  expect((await add(next)).rows).toEqual([{ name: nameOf(next) }])
  expect((await add(next)).rows).toEqual([])
  expect((await add(justBefore)).rows).toEqual([])

  const old = monthFromNow(-25)
  await add(old)
  await sql`create table ${sql.table(nameOf(monthFromNow(-30)))} partition of view_action
    for values from (${sql.lit(Math.floor(monthFromNow(-30).getTime() / 1_800_000))}) to (${sql.lit(Math.floor(monthFromNow(-29).getTime() / 1_800_000))})`.execute(
    db,
  )
  expect((await add(monthFromNow(-30))).rows).toEqual([{ name: nameOf(monthFromNow(-30)) }])
  await maintainViewPartitions(db, 3, 24)
  expect(await partitions()).not.toContain(nameOf(monthFromNow(-30)))
  const { rows } = await sql<{ at: Date }>`select viewed_at as at from view_action where video_id = 'monthlyview' order by 1`.execute(db)
  expect(rows.map(({ at }) => at.toISOString())).toEqual([justBefore, next, afterNext].map((at) => at.toISOString()))
})

test('views during the creation of a month are neither lost nor delayed', async () => {
  const { videoIds } = await makeFilledChannel(
    db,
    ann.client,
    Array.from({ length: 10 }, (_, index) => `${index}`),
  )
  await Promise.all([...videoIds.map((id) => view(bob.client, id)), maintainViewPartitions(services.backgroundDb, 12, 24)])
  const rows = await db.selectFrom('view_action').select('id').where('user_id', '=', bob.id).where('video_id', 'in', videoIds).execute()
  expect(rows).toHaveLength(10)
})
