import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { commentsContract } from '#features/comments/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { makeFilledChannel, makeTeam } from './channels.ts'
import { createUser } from './people.ts'
import { startTestServer } from './serve.ts'

const server = await startTestServer()
const { db, clientFor } = server

/**
 * Adds a user to 50 teams. One of these has 200 members, and 500 comments on each of two videos. Another user's team has as many comments.
 */
const ann = await createUser(server)
const other = await createUser(server)
const teamId = await makeTeam(db, { members: [ann] })
const otherTeamId = await makeTeam(db, { members: [other] })
const { videoIds, playlistId } = await makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A', 'B'], { status_id: 1 })
const otherChannel = await makeFilledChannel(db, clientFor({ token: other.token, teamId: otherTeamId }), ['C', 'D'], { status_id: 1 })
await sql`insert into account (id, email, password_hash)
  select 'M' || lpad(n::text, 10, '0'), 'm' || n || '@volume.example', 'none' from generate_series(1, 5000) n`.execute(db)
await sql`insert into team (id, name) select 'T' || lpad(n::text, 10, '0'), 'Team ' || n from generate_series(1, 5000) n`.execute(db)
await sql`insert into team_member (team_id, user_id, accepted_at) select ${teamId}, id, now() from account where id like 'M00%' order by id limit 199`.execute(
  db,
)
await sql`insert into team_member (team_id, user_id, accepted_at) select id, ${ann.id}, now() from team where id like 'T00%' order by id limit 49`.execute(
  db,
)
await sql`insert into team_member (team_id, user_id, is_admin, accepted_at)
  select 'T' || lpad(n::text, 10, '0'), 'M' || lpad(n::text, 10, '0'), true, now() from generate_series(1, 5000) n`.execute(db)
for (const [team, ids] of [
  [teamId, videoIds],
  [otherTeamId, otherChannel.videoIds],
] as const) {
  await sql`insert into comment_thread (team_id, video_id) select ${team}, unnest(${[...ids]}::text[])`.execute(db)
}
await sql`insert into item_comment (id, thread_key, author_id, text)
  select 'C' || lpad(comment_thread.key::text, 4, '0') || lpad(n::text, 6, '0'), comment_thread.key, 'M' || lpad((n % 199 + 1)::text, 10, '0'), 'Text ' || n
  from comment_thread, generate_series(1, 500) n`.execute(db)
await sql`insert into comment_thread (team_id, video_id) select team.id, ${videoIds[0]!} from team where id like 'T00%'`.execute(db)
// Adds 20 comments to the thread of each other team.
await sql`insert into item_comment (id, thread_key, text)
  select 'D' || lpad(comment_thread.key::text, 6, '0') || lpad(n::text, 4, '0'), comment_thread.key, 'Text'
  from comment_thread join team on team.id = comment_thread.team_id, generate_series(1, 20) n where team.name like 'Team %'`.execute(db)
await sql`analyze`.execute(db)

interface Statement {
  text: string
  values: unknown[]
}
/** Returns the statements of a call on these tables, except those that check the login. */
async function recordStatementsOn(tables: RegExp, call: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls
      .map(([one]) => one as unknown as Statement)
      .filter(({ text }) => tables.test(text) && !/session_token/.test(text))
  } finally {
    query.mockRestore()
  }
}
async function planOf({ text, values }: Statement): Promise<string> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, values))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['50 teams', /\bteam_member\b/, () => ann.client(teamsContract.listTeams, {})],
  ['200 members', /\bteam_member\b/, () => ann.client(teamsContract.getTeam, { params: { id: teamId } })],
  [
    '500 comments on an item',
    /\bitem_comment\b/,
    () => ann.client(commentsContract.listComments, { params: { item_type: 'video', item_id: videoIds[0]! }, query: { limit: 100 } }),
  ],
  ['the marks of a channel', /\bitem_comment\b/, () => ann.client(commentsContract.countComments, { params: { id: playlistId } })],
] as const)('%s are read by one statement and indexes', async (_, tables, call) => {
  await call()
  const statements = await recordStatementsOn(tables, call)
  expect(statements).toHaveLength(1)
  expect(await planOf(statements[0]!)).not.toMatch(/Seq Scan on (team|team_member|account|comment_thread|item_comment)\b/)
})

test('lists contain all teams and members, and counts of comments stop at 100', async () => {
  expect(await ann.client(teamsContract.listTeams, {})).toHaveLength(50)
  expect((await ann.client(teamsContract.getTeam, { params: { id: teamId } })).users).toHaveLength(200)
  const { items } = await ann.client(commentsContract.countComments, { params: { id: playlistId } })
  // Counts stop at 100.
  expect(items.map(({ open }) => open)).toEqual([100, 100])
})
