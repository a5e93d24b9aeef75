// Measures the operators' overview at 100,000 users, compared with its statements alone, and other users' reads while an operator reads.
import { sql } from 'kysely'
import { countFigures } from '#features/operations/server/queries/figures.ts'
import { listFigureDays, readAppStatus, readDatabaseStatus } from '#features/operations/server/queries/overview.ts'
import type { Db } from '#kit/server/db/db.ts'
import { get, read } from './requests.ts'
import { type Benchmark, describeOthers, probeOthers } from './benchmark.ts'
import { measureLoad } from './load.ts'
import { cpuOf } from './processes.ts'
import { listViewers, withClient } from './seed.ts'
import { median, round } from './turns.ts'

const userCount = 100_000
const reports = 10_000
const jobs = 100_000

/** Reads of operators: overview, jobs, storage, users and audit log. */
const paths = [
  '/api/operator',
  '/api/operator/job-kinds',
  '/api/operator/jobs?state=dead',
  '/api/operator/storage',
  '/api/operator/storage/people',
  '/api/operator/users',
  '/api/operator/audit',
]

async function fillTables(db: Db, url: string, userId: string): Promise<void> {
  // Doesn't use the product's pool, because the pool's statement timeout is too short.
  await withClient(url, async (client) => {
    await client.query(`insert into account (id, email, password_hash, created_at)
      select 'p' || lpad(n::text, 10, '0'), 'p' || n || '@example.com', 'none', now() - make_interval(mins => n) from generate_series(1, ${userCount}) n`)
    await client.query(
      `insert into report (reporter_id, report_type_id, user_id, url)
        select 'p' || lpad(n::text, 10, '0'), 1, $1, 'https://choice.test/' from generate_series(1, ${reports}) n`,
      [userId],
    )
    await client.query(`insert into job (name, payload, max_attempts, state, error, finished_at)
      select 'uploads-process', '{}', 1, case n % 10 when 0 then 'dead' else 'done' end, 'no', now() from generate_series(1, ${jobs}) n`)
    await client.query(`insert into storage_person select 'p' || lpad(n::text, 10, '0'), n, 1 from generate_series(1, ${userCount}) n`)
    await client.query(`insert into storage_day (kind, day, bytes, files)
      select 'pictures', current_date - n, n, n from generate_series(0, 89) n
      on conflict do nothing`)
    await client.query('vacuum analyze account, report, job, storage_person')
  })
  await countFigures(db)
  await sql`update account set is_operator = true where id = ${userId}`.execute(db)
}

/** Returns the processor time of the overview's statements in ms, in the benchmark and the database. */
async function measureStatements(db: Db, pids: readonly number[], seconds: number): Promise<number> {
  const before = cpuOf(pids)
  const end = performance.now() + seconds * 1000
  let times = 0
  for (; performance.now() < end; times++) await Promise.all([readAppStatus(db), readDatabaseStatus(db), listFigureDays(db)])
  return (cpuOf(pids) - before) / times
}

export async function measureOperator(bench: Benchmark): Promise<void> {
  const { servers, database, db, seeded, isWanted, report } = bench
  if (!['operator_overview', 'operator_beside'].some(isWanted)) return
  const { userId, token } = (await listViewers(db, seeded.ownChannels))[0]!
  await fillTables(db, database.url, userId)
  const requests = paths.map((path) => get(path, token))
  for (const ask of requests) await read(servers.product.url, ask)

  if (isWanted('operator_overview')) {
    const rounds: { overview: number; ratio: number; p50: number }[] = []
    await measureLoad(servers.product.url, requests.slice(0, 1), servers.product.pids, 1)
    for (let turn = 0; turn < servers.turns; turn++) {
      const bare = await measureStatements(db, [process.pid, ...database.pids], servers.seconds)
      const { cpuMs, p50 } = await measureLoad(servers.product.url, requests.slice(0, 1), servers.product.pids, servers.seconds)
      rounds.push({ overview: cpuMs, ratio: cpuMs / bare, p50 })
    }
    const cpu_ms = round(median(rounds.map(({ overview }) => overview)), 2)
    const ratio_to_statements = round(median(rounds.map(({ ratio }) => ratio)), 2)
    report(
      'operator_overview',
      { cpu_ms, ratio_to_statements },
      "operators' overview",
      `${cpu_ms} CPU ms, ${ratio_to_statements} × its statements`,
    )
  }
  if (isWanted('operator_beside')) {
    const seconds = 5 * servers.seconds
    const others = await probeOthers(bench, seconds)
    let isOver = false
    // One operator reads pages one after another, without pauses.
    const reading = (async () => {
      let reads = 0
      for (; !isOver; reads++) await read(servers.product.url, requests[reads % requests.length]!)
      return reads
    })()
    const end = performance.now() + seconds * 1000
    await others.during(1, () => performance.now() > end)
    isOver = true
    const figures = { ...others.figures(), reads: await reading }
    report('operator_beside', figures, 'operators read', `${figures.reads} reads in ${seconds} s: ${describeOthers(figures)}`)
  }
}
