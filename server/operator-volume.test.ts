/** @module-tag slow */

import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, bulkDb } = server
const operator = await createUser(server, { is_operator: true })
const sampleUser = await createUser(server)

/** Tables with many rows. */
const largeTables = ['account', 'report', 'audit', 'job', 'storage_person']

beforeAll(async () => {
  const fill = [
    sql`insert into account (id, email, password_hash, nickname, nickname_key, created_at)
      select 'p' || lpad(n::text, 10, '0'), 'p' || n || '@example.com', 'none', 'Person ' || n, 'person' || n, now() - make_interval(mins => n)
      from generate_series(1, 100000) n`,
    sql`insert into report (reporter_id, report_type_id, user_id, url, reported_at)
      select 'p' || lpad(n::text, 10, '0'), 1, 'p' || lpad((n % 500 + 1)::text, 10, '0'), 'https://choice.test/', now() - make_interval(mins => n)
      from generate_series(1, 10000) n`,
    sql`insert into audit (at, actor_id, actor_name, act, thing_type, thing_id, thing_name, person_id)
      select now() - make_interval(mins => 100000 - n), 'p' || lpad((n % 7 + 1)::text, 10, '0'), 'Olga', case n % 3 when 0 then 'user.rights' else 'report.decided' end,
        case n % 3 when 0 then 'user' else 'report' end, 'p' || lpad((n % 5000 + 1)::text, 10, '0'), 'A thing', 'p' || lpad((n % 5000 + 1)::text, 10, '0')
      from generate_series(1, 100000) n`,
    sql`insert into job (name, payload, max_attempts, state, error, created_at, finished_at)
      select case n % 4 when 0 then 'mail' else 'uploads-process' end, '{}', 1, case n % 10 when 0 then 'dead' else 'done' end, 'no',
        now() - make_interval(secs => n), now() from generate_series(1, 100000) n`,
    sql`insert into storage_person select 'p' || lpad(n::text, 10, '0'), n, 1 from generate_series(1, 100000) n`,
  ]
  for (const statement of fill) await statement.execute(bulkDb)
  for (const table of largeTables) await sql`analyze ${sql.table(table)}`.execute(bulkDb)
}, 300_000)

interface LoggedQuery {
  text: string
  values: unknown[]
}
/** Returns the statements of a request, without those that look up the caller. */
async function statementsOf(url: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const response = await app.inject({ url, headers: { authorization: `Bearer ${operator.token}` } })
    expect([url, response.statusCode]).toEqual([url, 200])
    const statements = query.mock.calls
      .map(([one]) => one as unknown as LoggedQuery)
      .filter(({ text }) => /^\s*(?:select|with)/.test(text ?? ''))
    return {
      page: response.json<{ data: unknown[]; next_cursor: string | null }>(),
      statements: statements.filter(({ text }) => !text.includes('session_token')),
    }
  } finally {
    query.mockRestore()
  }
}

/** Runs three requests and returns the fewest statements, as running jobs may add statements. */
async function recordStatements(url: string): Promise<LoggedQuery[]> {
  const samples = [await statementsOf(url), await statementsOf(url), await statementsOf(url)]
  return samples.map(({ statements }) => statements).toSorted((a, b) => a.length - b.length)[0]!
}

/** Returns the blocks of memory and disk that a statement touches, and the large tables that it reads as a whole. */
async function costOf({ text, values }: LoggedQuery) {
  const { rows } = await bulkDb.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, values),
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  const whole = [...JSON.stringify(plan).matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table!)
  return {
    blocks: Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']),
    whole: whole.filter((table) => largeTables.includes(table)),
  }
}

const someUserId = 'p0000000042'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
test.each([
  '/api/operator/users?',
  '/api/operator/users?query=son 4242',
  `/api/operator/users?query=${sampleUser.id}`,
  ...['operators', 'moderators', 'broadcasters', 'uploaders', 'suspended', 'removed', 'leaving'].map(
    (filter) => `/api/operator/users?filter=${filter}`,
  ),
  '/api/operator/audit?',
  `/api/operator/audit?actor=${someUserId}`,
  `/api/operator/audit?person=${someUserId}`,
  '/api/operator/audit?act=user.rights',
  '/api/operator/audit?act=tier.deleted',
  '/api/operator/audit?thing_type=user',
  `/api/operator/audit?thing_id=${someUserId}`,
  `/api/operator/audit?from=${daysAgo(40)}&to=${daysAgo(39)}`,
  '/api/operator/reports?',
  '/api/operator/reports?state=open',
  '/api/operator/reports?answered=true',
  `/api/operator/reports?by=${someUserId}`,
  `/api/operator/reports?about=${someUserId}`,
  '/api/operator/jobs?',
  '/api/operator/jobs?state=dead',
  '/api/operator/jobs?kind=mail&state=done',
  '/api/operator/storage/people?',
  '/api/operator/appeals?',
])('%s reads two pages with one statement each, by indexes', async (url) => {
  const pages = [url]
  const { page } = await statementsOf(url)
  if (page.next_cursor !== null) pages.push(`${url}&cursor=${encodeURIComponent(page.next_cursor)}`)
  for (const page of pages) {
    const statements = await recordStatements(page)
    expect([page, statements.length]).toEqual([page, 1])
    const { blocks, whole } = await costOf(statements[0]!)
    expect([page, whole]).toEqual([page, []])
    expect([page, blocks < 2000]).toEqual([page, true])
  }
})

test('the kinds of jobs are counted without reading the finished ones', async () => {
  const statements = await recordStatements('/api/operator/job-kinds')
  const counting = statements.filter(({ text }) => text.includes('job_pause'))
  expect(counting).toHaveLength(1)
  const { blocks, whole } = await costOf(counting[0]!)
  expect([blocks < 2000, whole]).toEqual([true, []])
})
