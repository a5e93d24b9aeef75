import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { siteContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, bulkDb } = server
const operator = await createUser(server, { is_operator: true })

/** 100,000 channels of 20,000 teams; 200 of these have no members. */
beforeAll(async () => {
  const ann = await createUser(server)
  await bulkDb.transaction().execute(async (tx) => {
    // Turns triggers off, because they run for each row.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into team (id, name) select 't' || lpad(n::text, 10, '0'), 'Team ' || n from generate_series(1, 20000) n`.execute(tx)
    await sql`insert into team_member (team_id, user_id) select 't' || lpad(n::text, 10, '0'), ${ann.id} from generate_series(1, 20000) n
      where n % 100 <> 0`.execute(tx)
    await sql`insert into playlist (id, user_id, team_id, name, status_id, position)
      select 'w' || lpad(n::text, 10, '0'), ${ann.id}, 't' || lpad((n % 20000 + 1)::text, 10, '0'), 'Volume ' || n, 1, n
      from generate_series(1, 100000) n`.execute(tx)
  })
  await sql`analyze team, team_member, playlist`.execute(bulkDb)
}, 240_000)

async function setBlockedWords(blocked: string[]) {
  const { version } = (await operator.client(contract.listSettings, {})).names
  return operator.client(contract.changeSetting, { body: { name: 'names', value: { blocked }, version } })
}

test('names of 100,000 channels are examined page by page', async () => {
  await db.updateTable('playlist').set({ name: 'A forbidden one' }).where('id', '=', 'w0000054321').execute()
  await setBlockedWords(['forbidden'])
  const results: string[] = []
  let pages = 0
  for (let cursor: string | undefined; ; pages++) {
    const { data, next_cursor: next } = await operator.client(contract.listBlockedNames, {
      query: { kind: 'channel', ...(cursor && { cursor }) },
    })
    results.push(...data.map(({ id }) => id))
    if (next === null) break
    cursor = next
  }
  expect(results).toEqual(['w0000054321'])
  expect(pages).toBeGreaterThan(15)
  const { rows } = await sql<
    Record<'QUERY PLAN', string>
  >`explain select id, name from playlist where id > 'w0000050000' and name is not null
    order by id limit 5000`.execute(bulkDb)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort/)
}, 120_000)

test('lists of orphans and default channels read few rows', async () => {
  const cpuBefore = process.cpuUsage()
  const first = await operator.client(contract.listOrphans, {})
  expect(first.data).toHaveLength(50)
  expect(first.data.every(({ channels }) => channels === 5)).toBe(true)
  const next = await operator.client(contract.listOrphans, { query: { cursor: first.next_cursor! } })
  expect(new Set([...first.data, ...next.data].map(({ id }) => id)).size).toBe(100)
  await operator.client(contract.listDefaultChannels, {})
  const { user, system } = process.cpuUsage(cpuBefore)
  expect((user + system) / 1000).toBeLessThan(1000)
  for (const statement of [
    sql`select playlist.id from playlist where default_rank is not null order by default_rank`,
    sql`select from playlist where owner_id = 't0000000100' and kind = 'channel' limit 10000`,
    sql`select id from team where id > 't0000010000' and not exists (select from team_member where team_member.team_id = team.id)
      order by id limit 50`,
  ]) {
    const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${statement}`.execute(bulkDb)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (?:playlist|team)\b/)
  }
}, 120_000)
