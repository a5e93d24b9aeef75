import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { refusalReason, serveActivity } from '#test/team-activity.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { maxOpenSuggestions, teamSuggestionLimits } from '#features/channels/suggestions.ts'
import { activityContract as contract } from '../contract.ts'

const { server, ann, bob, team } = await serveActivity()
const { db, clientFor } = server
type TeamFixture = Awaited<ReturnType<typeof team>>

const maxActs = 10_000
const maxBytes = 32 * 1024 ** 2

/** Inserts acts like the team's latest one. @param details JSON in SQL */
const insertActs = ({ teamId }: TeamFixture, count: number, details = sql`'{}'::jsonb`) =>
  sql`insert into team_act (team_id, actor_id, kind, thing_type, thing_ids, thing_name, playlist_key, playlist_name, details, is_undoable)
    select team_id, actor_id, 'moved', 'video', array[lpad(n::text, 11, '0')], thing_name, playlist_key, playlist_name, ${details}, true
    from (select * from team_act where team_id = ${teamId} order by seq desc limit 1) act cross join generate_series(1, ${count}::int) n`.execute(
    db,
  )
/** Text of this many bytes that can't be compressed. */
const randomText = (bytes: number) => sql`(select string_agg(md5(random()::text || m), '') from generate_series(1, ${bytes / 32}::int) m)`
const storedOf = async ({ teamId }: TeamFixture) =>
  (
    await sql<{ acts: number; bytes: number; oldest: number }>`
      select count(*)::int as acts, min(seq)::int as oldest, sum(pg_column_size(details) + pg_column_size(thing_ids)
        + coalesce((select sum(pg_column_size(vtt)) from removed_captions where act_id = team_act.id), 0))::bigint as bytes
      from team_act where team_id = ${teamId}`.execute(db)
  ).rows[0]!
const removeVideo = (id: string) => bob.client(channelsContract.deleteVideo, { params: { id } })
const readLatestAct = async (fixture: TeamFixture) => (await fixture.list())[0]

test('a team keeps its latest 10,000 acts, and the newest can be undone; other teams keep theirs', async () => {
  const [fixture, other] = [await team(), await team()]
  await fixture.move(bob, 'E', { index: 0 })
  const [oldest] = await fixture.list()
  await other.move(bob, 'E', { index: 0 })
  await insertActs(other, 5)
  const before = await storedOf(other)
  await insertActs(fixture, maxActs + 500)
  expect((await storedOf(fixture)).acts).toBe(maxActs)
  await insertActs(fixture, 99)
  await removeVideo(fixture.id('B'))
  expect((await storedOf(fixture)).acts).toBe(maxActs)
  expect(await outcome(fixture.undo(oldest))).toBe('404 not_found')
  await fixture.undo(await readLatestAct(fixture))
  expect(await fixture.order()).toBe('EABCD')
  expect((await storedOf(fixture)).acts).toBeLessThanOrEqual(maxActs + 100)
  expect(await storedOf(other)).toEqual(before)
  const { data, next_cursor: next } = await ann.client(contract.listActivity, { params: { id: fixture.teamId }, query: { limit: 100 } })
  expect([data.length, next]).toEqual([100, expect.any(String)])
})

test('acts above 32 MB per team are deleted with their captions, except a single larger one', async () => {
  // Turns compression off, because random text can't be compressed and trying takes long.
  for (const [table, column] of [
    ['team_act', 'details'],
    ['video_captions', 'vtt'],
    ['removed_captions', 'vtt'],
  ] as const)
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(db)
  const fixture = await team()
  await insertActs(fixture, 40, sql`jsonb_build_object('name', ${randomText(1024 ** 2)})`)
  await removeVideo(fixture.id('A'))
  const first = await storedOf(fixture)
  expect(first.bytes).toBeLessThanOrEqual(maxBytes)
  expect(first.acts).toBeGreaterThan(25)
  await sql`insert into video_captions (video_id, language, vtt)
    select ${fixture.id('B')}, 'x' || chr(96 + n) || 'x', ${randomText(2_000_000)} from generate_series(1, 18) n`.execute(db)
  await removeVideo(fixture.id('B'))
  expect(await storedOf(fixture)).toMatchObject({ acts: 1 })
  await fixture.undo(await readLatestAct(fixture))
  expect(await fixture.order()).toBe('BCDE')
  await removeVideo(fixture.id('B'))
  await fixture.move(bob, 'E', { index: 0 })
  await removeVideo(fixture.id('C'))
  // The captions are deleted with the act for which they were stored.
  expect((await storedOf(fixture)).bytes).toBeLessThan(10_000)
  expect((await fixture.said())[1]).toBe('bob moved video E')
})

test('deleting acts doesn’t wait for an undo in progress', async () => {
  const fixture = await team()
  await fixture.move(bob, 'E', { index: 0 })
  const { oldest } = await storedOf(fixture)
  await db.transaction().execute(async (tx) => {
    await sql`select from team_act where team_id = ${fixture.teamId} order by seq limit 1 for update`.execute(tx)
    await insertActs(fixture, maxActs + 200)
    await removeVideo(fixture.id('B'))
    expect(await storedOf(fixture)).toMatchObject({ acts: maxActs + 1, oldest })
  })
  await removeVideo(fixture.id('C'))
  expect((await storedOf(fixture)).acts).toBe(maxActs)
})

test('a team’s open suggestions are limited in number and size, also for two concurrent suggesters', async () => {
  const fixture = await team()
  const { teamId } = fixture
  const suggesters = await Promise.all([createUser(server), createUser(server)])
  for (const { id } of suggesters) await db.insertInto('team_member').values({ team_id: teamId, user_id: id, role: 'suggester' }).execute()
  const rename = ({ token }: Person, name: string, language: 'en' | 'nl' = 'en') =>
    clientFor({ token, language })(channelsContract.updatePlaylist, { params: { id: fixture.playlistId }, body: { name } })
  const [sue, sam] = suggesters
  expect(await outcome(rename(sue, 'First'))).toBe('202 suggested')
  /** Inserts suggestions of other members. */
  const fill = async (count: number, change = sql`change`) => {
    const ids = await Promise.all(Array.from({ length: Math.ceil(count / maxOpenSuggestions) }, async () => (await createUser(server)).id))
    for (const id of ids) await db.insertInto('team_member').values({ team_id: teamId, user_id: id, role: 'suggester' }).execute()
    await sql`insert into team_suggestion (team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, digest, act_seq)
      select team_id, (${ids}::text[])[1 + (n - 1) / ${maxOpenSuggestions}], playlist_key, kind, thing_type, thing_ids, thing_name, count, ${change}, n::text, act_seq
      from (select * from team_suggestion where team_id = ${teamId} and user_id = ${sue.id} limit 1) one
      cross join generate_series(1, ${count}::int) n`.execute(db)
  }
  await fill(teamSuggestionLimits.open - 3)
  const outcomes = await Promise.all([sue, sam, sue, sam].map((user, index) => outcome(rename(user, `Name ${index}`))))
  expect(outcomes.toSorted()).toEqual(['202 suggested', '202 suggested', '422 team_suggestion_limit', '422 team_suggestion_limit'])
  expect(await refusalReason(rename(sam, 'One more'))).toBe(
    '422 team_suggestion_limit: This team has 1,000 open suggestions. Wait until an admin answers them.',
  )
  expect(await refusalReason(rename(sam, 'One more', 'nl'))).toMatch(/^422 team_suggestion_limit: Dit team heeft 1.000 open voorstellen/)
  // A repeated suggestion is stored once.
  expect(await outcome(rename(sue, 'First'))).toBe('202 suggested')
  await db.deleteFrom('team_suggestion').where('team_id', '=', teamId).where('user_id', '<>', sue.id).execute()
  expect(await outcome(rename(sam, 'One more'))).toBe('202 suggested')
  await fill(8, sql`jsonb_build_object('name', (select string_agg(md5(random()::text || k), '') from generate_series(1, 32768) k))`)
  expect(await refusalReason(rename(sam, 'Too much'))).toBe(
    '422 team_suggestion_size: The open suggestions of this team have reached the limit of 8 MB. Wait until an admin answers them.',
  )
})
