import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db/db.ts'
import { createUser } from '#test/people.ts'
import { outcome } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { startTestServer } from '#test/serve.ts'
import { operationsContract as contract } from '../contract.ts'
import { overviewCheckNames, limits } from '../rules.ts'
import { countFigures } from './queries/figures.ts'
import * as judge from './overview/check-results.ts'
import { findUnsafeSettings, isGuessable } from './overview/unsafe-settings.ts'
import { tlsAddresses } from './overview/certificates.ts'
import { createOverview } from './overview/overview.ts'
import { texts } from './texts.ts'
import { type AppStatus, listFigureDays, readAppStatus, readDatabaseStatus } from './queries/overview.ts'

// Runs no jobs: their statements would be counted as those of an overview.
const server = await startTestServer({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, guest, services } = server
const operator = await createUser(server, { is_operator: true })
const readOnce = (language: 'en' | 'nl' = 'en') => server.clientFor({ token: operator.token, language })(contract.getOverview, {})
/** Reads the overview again until no check has timed out, because checks may time out on a busy machine. */
async function read(language: 'en' | 'nl' = 'en') {
  let overview: OutputOf<typeof contract.getOverview> | undefined
  const listOverdue = async () => {
    overview = await readOnce(language)
    return overview.checks.filter(({ text }) => text === texts[language]('check.overdue'))
  }
  await expect.poll(listOverdue).toEqual([])
  return overview!
}
const check = async (key: string, language: 'en' | 'nl' = 'en') => (await read(language)).checks.find((check) => check.key === key)!

test('guests, users and moderators get no overview', async () => {
  expect(await outcome(guest(contract.getOverview, {}))).toBe('401 login_required')
  expect(await outcome((await createUser(server)).client(contract.getOverview, {}))).toBe('403 forbidden')
  expect(await outcome((await createUser(server, { is_moderator: true })).client(contract.getOverview, {}))).toBe('403 forbidden')
})

test('every check describes its state in the reader’s language', async () => {
  const { checks } = await read()
  expect(checks.map(({ key }) => key)).toEqual([...overviewCheckNames])
  expect(Object.fromEntries(checks.map(({ key, state }) => [key, state]))).toMatchObject({
    backup: 'problem',
    storage: 'ok',
    database: 'ok',
    imports: 'ok',
    payments: 'ok',
    reports: 'ok',
    clock: 'ok',
    version: 'ok',
    settings: 'problem',
  })
  expect(checks.filter(({ text }) => /[{}]/.test(text) || text === '')).toEqual([])
  expect((await check('backup', 'nl')).text).toBe('Er is nog geen back-up. Voer elke nacht npm run backup uit.')
  expect((await check('settings')).text).toContain('PUBLIC_URL begins with http')
})

test('a backup of two days ago is too old', async () => {
  const mark = join(services.config.dataDir, '.last-backup')
  writeFileSync(mark, '')
  expect(await check('backup')).toMatchObject({ state: 'ok', text: 'The last backup is less than a day old.' })
  const old = Date.now() / 1000 - 2.5 * 86_400
  utimesSync(mark, old, old)
  expect(await check('backup')).toMatchObject({ state: 'problem', text: 'The last backup is 2 days old. Check the nightly backup.' })
})

test('failing imports, unanswered payments, old reports, failed jobs and demonstration users are reported with a link', async () => {
  await sql`insert into tv_source (kind, name, url, failures) values ('m3u', '<img src=x onerror=alert(1)>', 'https://a.test/list.m3u', 2)`.execute(
    db,
  )
  await sql`insert into payment (user_id, provider, amount, language, created_at, next_check_at)
    values (${operator.id}, 'mollie', 1000, 'en', now() - interval '1 hour', now())`.execute(db)
  const reporter = await createUser(server, { email: 'zoe@demo.example' })
  await sql`insert into report (reporter_id, report_type_id, user_id, url, reported_at)
    values (${reporter.id}, 1, ${operator.id}, 'https://choice.test/', now() - interval '50 hours')`.execute(db)
  await sql`insert into job (name, payload, max_attempts, state, error, finished_at)
    values ('gone-kind', '{"code":"s3cr3t"}', 1, 'dead', 'because', now())`.execute(db)
  const { checks } = await read('nl')
  const of = (key: string) => checks.find((check) => check.key === key)
  expect(of('imports')).toMatchObject({ state: 'problem', text: expect.stringContaining('<img src=x'), url: '/nl/operator/tv' })
  expect(of('payments')).toMatchObject({ state: 'warning', url: '/nl/operator/ledger' })
  expect(of('reports')).toMatchObject({ state: 'warning', text: 'De oudste melding staat 2 dagen open.', url: '/nl/operator/reports' })
  expect(of('jobs')).toMatchObject({
    state: 'warning',
    text: '1 taak is definitief mislukt: gone-kind.',
    url: '/nl/operator/jobs?state=dead',
  })
  expect(of('settings')!.text).toContain('Demonstratiegebruikers')
  expect(JSON.stringify(checks)).not.toContain('s3cr3t')
})

const options = () => ({
  db,
  log: services.log,
  storage: services.storage,
  config: services.config,
  release: { version: '1', migrations: [] },
  backupMark: join(services.config.dataDir, '.last-backup'),
})

test('a check that hangs or throws is a warning, and delays the others by less than a second', async () => {
  const hanging = createOverview({ ...options(), storage: { sizeOf: () => new Promise<never>(() => undefined) } })
  const start = performance.now()
  const { checks } = await hanging('en')
  expect(performance.now() - start).toBeLessThan(1900)
  expect(checks.find(({ key }) => key === 'storage')).toMatchObject({
    state: 'warning',
    text: 'This check took too long. Reload to try again.',
  })
  expect(checks.find(({ key }) => key === 'backup')!.text).toContain('backup')
  const broken = createOverview({ ...options(), storage: { sizeOf: () => Promise.reject(new Error('key s3cr3t')) } })
  const check = (await broken('en')).checks.find(({ key }) => key === 'storage')
  expect(check).toEqual({ key: 'storage', state: 'warning', text: 'This check failed. The log has the reason.', url: null })
})

test('a locked table delays its checks to warnings, and the rest responds', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`lock table report in access exclusive mode`.execute(tx)
    const start = performance.now()
    const { checks } = await readOnce()
    expect(performance.now() - start).toBeLessThan(2500)
    const state = (key: string) => checks.find((check) => check.key === key)
    expect(state('reports')).toMatchObject({ state: 'warning', text: 'This check took too long. Reload to try again.' })
    expect(state('backup')!.text).toContain('backup')
    expect(state('version')!.state).toBe('ok')
  })
})

test('a statement that waits for a lock in another database of the server is not counted', async () => {
  const [holder, waiter] = [new pg.Client(inject('database').adminUrl), new pg.Client(inject('database').adminUrl)]
  await Promise.all([holder.connect(), waiter.connect()])
  try {
    await holder.query('select pg_advisory_lock(20260930)')
    const waiting = waiter.query('select pg_advisory_lock(20260930)')
    const isBlocked = async () => {
      const { rows } = await holder.query(`select from pg_stat_activity where query like '%(20260930)' and wait_event_type = 'Lock'`)
      return rows.length > 0
    }
    await expect.poll(isBlocked).toBe(true)
    expect((await readDatabaseStatus(db)).blocked).toBe(0)
    await holder.query('select pg_advisory_unlock(20260930)')
    await waiting
  } finally {
    await Promise.all([holder.end(), waiter.end()])
  }
})

test('figures count each day once, however often they are counted', async () => {
  await sql`update account set created_at = now() - interval '1 day' where id = ${(await createUser(server)).id}`.execute(db)
  await countFigures(db)
  await countFigures(db)
  const { figures } = await read()
  const of = (figure: string) => figures.find((item) => item.figure === figure)!
  expect(of('new_users')).toMatchObject({ day: 1, month: 1 })
  const today = new Date().toISOString().slice(0, 10)
  const { rows } = await sql<{ users: number }>`select count(*)::int as users from account where created_at >= current_date`.execute(db)
  expect(of('new_users').days.find(({ date }) => date === today)!.count).toBe(rows[0]!.users)
  expect(of('active_users').days).toEqual([{ date: today, count: expect.any(Number) }])
})

test('the facts decide the state and the text of each check', () => {
  const facts: AppStatus = {
    dead_jobs: 0,
    dead_kinds: [],
    dead_mails: 0,
    retried_mails: 0,
    due_seconds: 0,
    paused_kinds: [],
    failing_sources: [],
    unanswered_payments: 0,
    uncredited_payments: 0,
    late_purges: 0,
    oldest_report: null,
    demo_people: 0,
  }
  const site = { hasServer: true, isPublic: true }
  expect(judge.judgeMail(facts, site).state).toBe('ok')
  expect(judge.judgeMail(facts, { ...site, hasServer: false })).toMatchObject({ state: 'problem', text: 'mail.outbox' })
  expect(judge.judgeMail({ ...facts, paused_kinds: ['mail'] }, site)).toMatchObject({ state: 'problem', text: 'mail.paused' })
  expect(judge.judgeJobs({ ...facts, due_seconds: 700, dead_jobs: 1 }, (kind) => kind)).toMatchObject({
    state: 'problem',
    text: 'jobs.waiting',
  })
  expect(judge.judgeJobs({ ...facts, dead_jobs: limits.count }, (kind) => kind).values).toMatchObject({ count: '1000+' })
  expect(judge.judgeMail({ ...facts, dead_mails: limits.count }, site).values).toMatchObject({ count: '1000+' })
  expect(judge.judgeStorage(facts, true)).toMatchObject({ state: 'ok', text: 'storage.s3' })
  expect(judge.judgeStorage({ ...facts, late_purges: 2 }, true)).toMatchObject({ state: 'problem', text: 'storage.purges' })
  const gb = 1e9
  expect(judge.judgeDisk({ free_bytes: 50 * gb, total_bytes: 100 * gb }).state).toBe('ok')
  // Units are those of uploads and quotas: 1 GB is 1024³ bytes.
  expect(judge.judgeDisk({ free_bytes: 50 * gb, total_bytes: 100 * gb })).toMatchObject({ values: { gigabytes: 46.5 } })
  expect(judge.judgeDisk({ free_bytes: 9 * gb, total_bytes: 100 * gb }).state).toBe('warning')
  expect(judge.judgeDisk({ free_bytes: 0.1 * gb, total_bytes: 100 * gb }).state).toBe('problem')
  expect(judge.judgeClock(-4000, 10).state).toBe('ok')
  expect(judge.judgeClock(-8000, 10).state).toBe('warning')
  // A difference smaller than the round trip may come from the round trip.
  expect(judge.judgeClock(8000, 7000).state).toBe('ok')
  expect(judge.judgeClock(86_400_000, 10).state).toBe('problem')
  expect(judge.judgeVersion('1', ['0001_a.sql'], ['0001_a.sql', '0002_b.sql'])).toMatchObject({ state: 'problem', text: 'version.open' })
  expect(judge.judgeVersion('1', ['0001_a.sql', '0002_b.sql', 'functions/a.sql'], ['0001_a.sql'])).toMatchObject({ text: 'version.newer' })
  const now = Date.now()
  const certificate = (days: number, isTrusted = true) => ({ host: 'a.test', validTo: new Date(now + days * 86_400_000 + 1000), isTrusted })
  expect(judge.judgeCertificates([], [], now).text).toBe('certificates.none')
  expect(judge.judgeCertificates([certificate(60)], [], now).state).toBe('ok')
  expect(judge.judgeCertificates([certificate(60), certificate(3)], [], now)).toMatchObject({
    state: 'warning',
    text: 'certificates.ending',
  })
  expect(judge.judgeCertificates([certificate(-1)], [], now)).toMatchObject({ state: 'problem', text: 'certificates.expired' })
  expect(judge.judgeCertificates([certificate(60, false)], [], now)).toMatchObject({ text: 'certificates.untrusted' })
  expect(judge.judgeCertificates([certificate(60)], ['b.test'], now)).toMatchObject({ state: 'warning', text: 'certificates.unread' })
  expect(tlsAddresses(['https://a.test', 'https://a.test:443', 'smtps://u:p@m.test', 'smtp://m.test', undefined])).toEqual([
    { host: 'a.test', port: 443 },
    { host: 'm.test', port: 465 },
  ])
})

test('unsafe settings are found on public sites only', () => {
  const config = { publicUrl: 'http://choice.test', payments: 'sandbox', metricsToken: 'changeme-changeme', rateLimits: false }
  expect(findUnsafeSettings(config, { demoPeople: 1, isRoot: true })).toEqual(['sandbox', 'demo', 'http', 'token', 'limits', 'root'])
  expect(findUnsafeSettings({ ...config, publicUrl: 'http://127.0.0.1:3000' }, { demoPeople: 1, isRoot: true })).toEqual([])
  const safe = { publicUrl: 'https://choice.test', payments: 'off', metricsToken: 'qP4v8sWm2Lk9xTz7', rateLimits: true }
  expect(findUnsafeSettings(safe, { demoPeople: 0, isRoot: false })).toEqual([])
  expect(['0123456789abcdef', 'secret-secret-secret', 'xxxxxxxxxxxxxxxx', 'password12345678'].map(isGuessable)).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('at 100,000 people and 10,000 reports an overview takes few statements and reads few pages', { tags: ['slow'] }, async () => {
  const { bulkDb } = server
  await sql`insert into account (id, email, password_hash, created_at)
    select lpad(n::text, 11, 'x'), 'p' || n || '@example.com', 'none', now() - make_interval(mins => n) from generate_series(1, 100000) n`.execute(
    bulkDb,
  )
  await sql`insert into report (reporter_id, report_type_id, user_id, url)
    select lpad(n::text, 11, 'x'), 1, ${operator.id}, 'https://choice.test/' from generate_series(1, 10000) n`.execute(bulkDb)
  await sql`insert into job (name, payload, max_attempts, state, finished_at)
    select 'mail', '{}', 1, 'dead', now() - interval '3 days' from generate_series(1, 20000) n`.execute(bulkDb)
  await sql`analyze`.execute(bulkDb)
  await countFigures(bulkDb)
  const statements = await recordStatements(async () => {
    const { checks } = await readOnce()
    expect(checks.find(({ key }) => key === 'jobs')!.text).toMatch(/^1000\+ jobs failed|too long/)
  })
  expect(statements.length).toBeLessThanOrEqual(7)
  const read = (counting: Db) => Promise.all([readAppStatus(counting), readDatabaseStatus(counting), listFigureDays(counting)])
  // Reading all accounts would read 2,000 more pages.
  expect(await countPagesRead(bulkDb, read)).toBeLessThan(2000)
})
