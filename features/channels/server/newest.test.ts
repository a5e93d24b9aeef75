import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { status } from '../rules.ts'

const server = await startTestServer({ WORKER: 'off' })
const { db } = server

const hourMs = 3_600_000
/** Returns the time this many hours before a fixed time. */
const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 0, 10) - hours * hourMs)
let place = 0
async function insertPublicChannels(
  database: Db,
  userId: string,
  hours: readonly number[],
  values: { adult?: boolean; status_id?: number } = {},
) {
  const rows = hours.map((ago) => ({
    id: newId(),
    user_id: userId,
    name: 'A channel',
    status_id: status.public as number,
    public_since: values.status_id === status.private ? null : hoursAgo(ago),
    position: (place += 1000),
    ...values,
  }))
  await database.insertInto('playlist').values(rows).execute()
  return rows.map(({ id }) => id)
}
const updatePlaylists = (database: Db, ids: readonly (string | undefined)[], values: object) =>
  database
    .updateTable('playlist')
    .set(values)
    .where('id', 'in', ids as string[])
    .execute()
const hidePlaylists = (database: Db, ids: readonly (string | undefined)[]) =>
  updatePlaylists(database, ids, { status_id: status.private, public_since: null })
const deletePlaylists = (database: Db, ids: readonly (string | undefined)[]) =>
  database
    .deleteFrom('playlist')
    .where('id', 'in', ids as string[])
    .execute()

/** Returns the differences between `newest_playlist` and the rows that it should have. */
const findDifferences = async (database: Db) =>
  (
    await sql`
      with expected as (
        select key, listing_rank, (extract(epoch from created_at at time zone 'utc') * 1000000)::bigint,
          (extract(epoch from public_since at time zone 'utc') * 1000000)::bigint
        from playlist where listing_rank is not null and (default_rank is not null or (
          select count(*) from playlist as ahead
          where ahead.owner_id = playlist.owner_id and ahead.adult = playlist.adult
            and (ahead.removed_at is null) = (playlist.removed_at is null)
            and (ahead.listing_rank, ahead.key) < (playlist.listing_rank, playlist.key)
            and ahead.listing_rank > playlist.listing_rank - 86400000000) < 6))
      (select * from expected except select playlist_key, listing_rank, added, published from newest_playlist)
      union all (select playlist_key, listing_rank, added, published from newest_playlist except select * from expected)`.execute(database)
  ).rows
const countOf = async (userId: string) => {
  const counting = sql<{
    count: number
  }>`select count(*) from newest_playlist join playlist on key = playlist_key where user_id = ${userId}`
  return (await counting.execute(db)).rows[0]!.count
}

/** Creates a user with twenty channels within four hours, newest first. */
async function createOwner() {
  const { id } = await createUser(server)
  return {
    id,
    channels: await insertPublicChannels(
      db,
      id,
      Array.from({ length: 20 }, (_, database) => database / 5),
    ),
  }
}

test.each<[string, number, (id: string, channels: string[]) => Promise<unknown>]>([
  ['as they are made', 6, async () => {}],
  ['after others were published, one of another day', 7, (id) => insertPublicChannels(db, id, [-2, -1, 0.1, 30])],
  ['after the newest was deleted', 6, (_, [newest]) => deletePlaylists(db, [newest])],
  ['after all but two were deleted', 2, (_, channels) => deletePlaylists(db, channels.slice(2))],
  ['after some became private', 6, (_, channels) => hidePlaylists(db, channels.slice(0, 10))],
  [
    'after some became public',
    6,
    async (id) =>
      updatePlaylists(db, await insertPublicChannels(db, id, [0, 0], { status_id: 1 }), { status_id: 3, public_since: hoursAgo(0.3) }),
  ],
  ['of each kind, after some became adult', 12, (_, channels) => updatePlaylists(db, channels.slice(3, 13), { adult: true })],
  [
    'of each kind, after some were removed',
    12,
    (_, channels) => updatePlaylists(db, channels.slice(0, 10), { removed_alone_at: new Date() }),
  ],
  ['after their owner was removed', 6, (id) => db.updateTable('account').set({ removed_at: new Date() }).where('id', '=', id).execute()],
  ['with the operator’s choice besides', 8, (_, channels) => updatePlaylists(db, channels.slice(8, 10), { default_rank: 3 })],
  ['with those of other days besides', 9, (_, channels) => updatePlaylists(db, channels.slice(0, 3), { public_since: hoursAgo(40) })],
  ['after all were published at one moment', 6, (_, channels) => updatePlaylists(db, channels, { public_since: hoursAgo(1) })],
  ['after one has another link', 6, (_, [newest]) => updatePlaylists(db, [newest], { id: newId() })],
  ['by when they were made', 6, (_, channels) => updatePlaylists(db, channels.slice(0, 3), { created_at: hoursAgo(100) })],
])('the newest list has six channels per owner and day: %s', async (_, count, change) => {
  const { id, channels } = await createOwner()
  await change(id, channels)
  expect(await countOf(id)).toBe(count)
  expect(await findDifferences(db)).toEqual([])
})

test('a channel counts for its team, and for its creator after it returns', async () => {
  const ann = await createUser(server)
  const teamId = await makeTeam(db, { members: [ann] })
  const channels = await insertPublicChannels(
    db,
    ann.id,
    Array.from({ length: 15 }, (_, database) => database / 5),
  )
  await updatePlaylists(db, channels.slice(0, 8), { team_id: teamId })
  expect([await countOf(ann.id), await findDifferences(db)]).toEqual([12, []])
  await updatePlaylists(db, channels.slice(0, 2), { team_id: null })
  expect([await countOf(ann.id), await findDifferences(db)]).toEqual([12, []])
})

/** Runs the second change while the first is not committed. */
async function runAtOnce(first: (database: Db) => Promise<unknown>, second: (database: Db) => Promise<unknown>) {
  let other: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await first(tx)
    other = second(db)
    const lockWaits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await lockWaits.execute(db)).rows.length).toBe(1)
  })
  await other
}

test.each<
  [
    string,
    (id: string, channels: string[], database: Db) => Promise<unknown>,
    (id: string, channels: string[], database: Db) => Promise<unknown>,
  ]
>([
  [
    'both publish',
    (id, _, database) => insertPublicChannels(database, id, [-1, -1, -1, -1]),
    (id, _, database) => insertPublicChannels(database, id, [-2, -2, -2, -2]),
  ],
  [
    'one publishes, one deletes',
    (id, _, database) => insertPublicChannels(database, id, [-1, -1]),
    (_, channels, database) => deletePlaylists(database, channels.slice(0, 4)),
  ],
  [
    'one deletes, one publishes',
    (_, channels, database) => deletePlaylists(database, channels.slice(0, 4)),
    (id, _, database) => insertPublicChannels(database, id, [-1, -1]),
  ],
  [
    'both delete',
    (_, channels, database) => deletePlaylists(database, channels.slice(0, 4)),
    (_, channels, database) => deletePlaylists(database, channels.slice(4, 8)),
  ],
  [
    'both delete the same',
    (_, channels, database) => deletePlaylists(database, channels.slice(0, 4)),
    (_, channels, database) => deletePlaylists(database, channels.slice(2, 6)),
  ],
  [
    'one hides, one removes',
    (_, channels, database) => hidePlaylists(database, channels.slice(0, 4)),
    (_, [, , , , fifth], database) => updatePlaylists(database, [fifth], { removed_alone_at: new Date() }),
  ],
  [
    'one hides what stands behind, one what is ahead',
    (_, channels, database) => hidePlaylists(database, channels.slice(4, 9)),
    (_, channels, database) => hidePlaylists(database, channels.slice(0, 4)),
  ],
])('a second change before the first commits keeps the table correct: %s', async (_, first, second) => {
  const { id, channels } = await createOwner()
  await runAtOnce(
    (database) => first(id, channels, database),
    (database) => second(id, channels, database),
  )
  expect(await findDifferences(db)).toEqual([])
})

test('a locked channel does not block the publication of others, and can be changed afterwards', async () => {
  const { id, channels } = await createOwner()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('playlist').select('id').where('id', 'in', channels).forNoKeyUpdate().execute()
    await insertPublicChannels(db, id, [-1])
    await hidePlaylists(tx, channels.slice(0, 3))
  })
  expect(await findDifferences(db)).toEqual([])
})

test('concurrent changes keep the table correct', async () => {
  const owners = await Promise.all([createOwner(), createOwner()])
  const turns = Array.from({ length: 4 }, async (_, worker) => {
    const { id, channels } = owners[worker % 2]!
    for (let turn = 0; turn < 15; turn++) {
      const some = [0, 1, 2].map((at) => channels[(worker * 7 + turn * 3 + at * 5) % channels.length])
      await [
        () => insertPublicChannels(db, id, [turn / 7, turn % 5]),
        () => hidePlaylists(db, some),
        () => updatePlaylists(db, some, { status_id: status.public, public_since: hoursAgo((turn * worker) % 30) }),
        () => updatePlaylists(db, some, { adult: turn % 2 === 0 }),
        () => updatePlaylists(db, some, { removed_alone_at: turn % 3 === 0 ? new Date() : null }),
        () => deletePlaylists(db, some.slice(0, 1)),
      ][(turn + worker) % 6]!()
    }
  })
  await Promise.all(turns)
  expect(await findDifferences(db)).toEqual([])
})
