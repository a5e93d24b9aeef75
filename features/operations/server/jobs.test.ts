import { createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { operationsContract as contract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { selectJobPage } from './queries/jobs.ts'

/** Messages that a mail server accepted. Without `confirms`, the server closes the connection instead of confirming a message. */
const deliveredMessages: string[] = []
let confirms = false
const mailServer = createServer((socket) => {
  let isMessage = false
  let text = ''
  socket.on('error', () => undefined)
  socket.write('220 test\r\n')
  socket.on('data', (bytes) => {
    text += bytes.toString()
    if (isMessage) {
      if (!text.endsWith('\r\n.\r\n')) return
      deliveredMessages.push(text)
      isMessage = false
      text = ''
      if (confirms) socket.write('250 ok\r\n')
      else socket.destroy()
      return
    }
    for (const line of text.split('\r\n').slice(0, -1)) {
      isMessage = /^DATA/i.test(line)
      socket.write(isMessage ? '354 go\r\n' : /^EHLO/i.test(line) ? '250-test\r\n250 8BITMIME\r\n' : '250 ok\r\n')
    }
    text = ''
  })
})
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
const { port } = mailServer.address() as { port: number }

const server = await startTestServer({ RATE_LIMITS: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` })
const { db, guest, services } = server
const operator = await createUser(server, { is_operator: true })
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Inserts a job that no process runs. */
async function insert(fields: { state: string; name?: string; error?: string | null; payload?: object; owner?: string; silent?: boolean }) {
  const { state, name = 'gone-kind', error = null, payload = {}, owner = null, silent = false } = fields
  const { rows } = await sql<{ id: string }>`
    insert into job (name, payload, state, error, max_attempts, attempts, owner_id, run_id, started_at, heartbeat_at, finished_at, run_after)
    values (${name}, ${JSON.stringify(payload)}, ${state}, ${error}, 3, 3, ${owner}, case when ${state} = 'active' then gen_random_uuid() end,
      now() - interval '1 hour', case when ${state} = 'active' then now() - make_interval(secs => ${silent ? 1000 : 0}) end,
      case when ${state} in ('dead', 'done', 'cancelled') then now() end, now() + interval '1 day')
    returning id`.execute(db)
  return rows[0]!.id
}
const get = (id: string) => operator.client(contract.getJob, { params: { id } })
const retry = (id: string) => operator.client(contract.retryJob, { params: { id } })
const cancel = (id: string) => operator.client(contract.cancelJob, { params: { id } })
const auditOf = async (thing_id: string) =>
  (await operator.client(operatorContract.listAudit, { query: { thing_id } })).data.map(({ act }) => act)

test('guests, users and moderators can neither see nor change jobs', async () => {
  const [user, moderator] = [await createUser(server), await createUser(server, { is_moderator: true })]
  const id = await insert({ state: 'dead' })
  const params = { id }
  const calls = [
    (caller: typeof guest) => caller(contract.listJobs, {}),
    (caller: typeof guest) => caller(contract.getJob, { params }),
    (caller: typeof guest) => caller(contract.retryJob, { params }),
    (caller: typeof guest) => caller(contract.cancelJob, { params }),
    (caller: typeof guest) => caller(contract.listJobKinds, {}),
    (caller: typeof guest) => caller(contract.updateJobKind, { params: { kind: 'mail' }, body: { is_paused: true } }),
    (caller: typeof guest) => caller(contract.retryJobKind, { params: { kind: 'mail' } }),
  ]
  for (const call of calls) {
    expect(await outcome(call(guest))).toBe('401 login_required')
    expect(await outcome(call(user.client))).toBe('403 forbidden')
    expect(await outcome(call(moderator.client))).toBe('403 forbidden')
  }
  expect(await get(id)).toMatchObject({ state: 'dead' })
})

test('every kind has a title in both languages', async () => {
  const kinds = (await services.jobs.kinds()).map(({ name }) => name)
  expect(kinds.filter((kind) => !(kind in en.job_titles) || !(kind in nl.job_titles))).toEqual([])
  const jobKinds = await server.clientFor({ token: operator.token, language: 'nl' })(contract.listJobKinds, {})
  expect(jobKinds.map(({ kind }) => kind)).toEqual(kinds)
  expect(jobKinds.find(({ kind }) => kind === 'mail')).toMatchObject({ title: 'E-mails', schedule: null, next_at: null, paused_at: null })
  const next = Date.parse(jobKinds.find(({ kind }) => kind === 'uploads-tidy')!.next_at!)
  expect(next).toBeGreaterThan(Date.now())
  expect(next).toBeLessThanOrEqual(Date.now() + 600_000)
})

test('payloads show only the fields that their kind allows', async () => {
  const payload = { id: 'abc', code: '1234', link: 'https://choice.test/reset?secret=s3cr3t' }
  const upload = await insert({ state: 'dead', name: 'uploads-process', payload, error: '<img src=x onerror=alert(1)>' })
  const mail = await insert({ state: 'dead', name: 'mail', payload })
  expect((await get(upload)).fields).toEqual([{ name: 'id', value: 'abc' }])
  expect((await get(upload)).error).toBe('<img src=x onerror=alert(1)>')
  expect((await get(mail)).fields).toEqual([])
  expect(JSON.stringify(await operator.client(contract.listJobs, {}))).not.toMatch(/1234|s3cr3t/)
  await cancel(mail)
  await cancel(upload)
})

test('a repeated or concurrent retry has one effect; ended jobs are refused', async () => {
  const id = await insert({ state: 'dead', error: 'no' })
  const answers = await Promise.all([retry(id), retry(id), retry(id)])
  expect(answers.map(({ state, attempts }) => ({ state, attempts }))).toEqual(answers.map(() => ({ state: 'waiting', attempts: 0 })))
  expect(await auditOf(id)).toEqual(['job.retried'])
  await retry(id)
  expect(await auditOf(id)).toEqual(['job.retried'])
  expect(await outcome(retry(await insert({ state: 'done', owner: operator.id })))).toBe('409 not_failed')
  expect(await outcome(retry(unknownId))).toBe('404 not_found')
  expect(await outcome(operator.client(contract.getJob, { params: { id: 'x' } }))).toBe('404 not_found')
})

test('a job that is retried twice and fails again stays one row, with its new reason', async () => {
  const id = await insert({ state: 'dead', name: 'television-import', payload: { wrong: true }, error: 'before' })
  await Promise.all([retry(id), retry(id)])
  await expect.poll(async () => (await get(id)).state).toBe('dead')
  expect(await get(id)).toMatchObject({ attempts: 1, error: 'its payload is not what this release expects' })
  await retry(id)
  await expect.poll(async () => (await get(id)).state).toBe('dead')
  expect((await operator.client(contract.listJobs, { query: { kind: 'television-import' } })).data.map((job) => job.id)).toEqual([id])
  expect(await auditOf(id)).toEqual(['job.retried', 'job.retried'])
})

test('an email that was delivered before the connection broke is sent again with the same Message-ID', async () => {
  await services.mailer.send({ to: 'ann@example.com', language: 'en', subject: 'Hello', heading: 'Hello', paragraphs: ['Hello'] })
  await expect.poll(() => deliveredMessages.length).toBe(1)
  const listMailJobs = async () =>
    (await operator.client(contract.listJobs, { query: { kind: 'mail' } })).data.filter(({ state }) => state !== 'cancelled')
  await expect.poll(async () => (await listMailJobs())[0]?.error).toBeTruthy()
  const [job] = await listMailJobs()
  await sql`update job set state = 'dead', finished_at = now() where id = ${job!.id}`.execute(db)
  const overview = await operator.client(contract.getOverview, {})
  expect(overview.checks.find(({ key }) => key === 'mail')).toMatchObject({ state: 'problem', url: '/en/operator/jobs?kind=mail' })
  confirms = true
  await Promise.all([retry(job!.id), retry(job!.id)])
  await expect.poll(() => deliveredMessages.length).toBe(2)
  await expect.poll(listMailJobs).toEqual([])
  const ids = deliveredMessages.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(ids[0]).toBe(ids[1])
  expect(deliveredMessages).toHaveLength(2)
})

test('a waiting job is cancelled and a failed one discarded, with empty payloads; an ended one is refused', async () => {
  const owner = await createUser(server)
  const waitingJob = await insert({ state: 'waiting', payload: { secret: 1 }, owner: owner.id })
  const dead = await insert({ state: 'dead', payload: { secret: 1 } })
  await Promise.all([cancel(waitingJob), cancel(waitingJob), cancel(dead)])
  expect(await get(waitingJob)).toMatchObject({ state: 'cancelled', owner: { id: owner.id, nickname: owner.nickname } })
  expect(await get(dead)).toMatchObject({ state: 'cancelled' })
  const { rows } = await sql`select payload from job where id in (${waitingJob}, ${dead})`.execute(db)
  expect(rows).toEqual([{ payload: {} }, { payload: {} }])
  expect(await auditOf(dead)).toEqual(['job.cancelled'])
  expect((await owner.client(operatorContract.listOwnAudit, {})).data).toMatchObject([{ act: 'job.cancelled', reason: '' }])
  expect(await outcome(cancel(await insert({ state: 'done', owner: owner.id })))).toBe('409 not_cancellable')
  expect(await outcome(cancel(unknownId))).toBe('404 not_found')
})

test('of operators who cancel a running job at once, one is in the audit log', async () => {
  const id = await insert({ state: 'active' })
  const other = await createUser(server, { is_operator: true })
  const calls = [operator, other, operator, other].map(({ client }) => outcome(client(contract.cancelJob, { params: { id } })))
  expect(await Promise.all(calls)).toEqual(['done', 'done', 'done', 'done'])
  expect(await get(id)).toMatchObject({ state: 'active', is_cancelling: true })
  const { data } = await operator.client(operatorContract.listAudit, { query: { thing_id: id } })
  expect(data.map(({ act }) => act)).toEqual(['job.cancelled'])
})

test('a job whose process died is shown as silent, and cancelling ends it', { tags: ['slow'] }, async () => {
  const id = await insert({ state: 'active', silent: true })
  expect(await get(id)).toMatchObject({ state: 'active', is_silent: true, is_cancelling: false })
  await cancel(id)
  expect(['active', 'cancelled']).toContain((await get(id)).state)
  await expect.poll(async () => (await get(id)).state, { timeout: 50_000 }).toBe('cancelled')
})

test('a paused kind waits in all processes until it is resumed', async () => {
  const params = { kind: 'operations-figures' }
  const pause = (is_paused: boolean) => operator.client(contract.updateJobKind, { params, body: { is_paused, reason: 'Tonight' } })
  const paused = await Promise.all([pause(true), pause(true)])
  expect(paused.map(({ paused_at }) => paused_at !== null)).toEqual([true, true])
  const { rows } = await sql<{ id: string }>`
    insert into job (name, payload, max_attempts) values ('operations-figures', '{}', 1) returning id`.execute(db)
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await get(rows[0]!.id)).toMatchObject({ state: 'waiting', is_paused: true })
  const { checks } = await operator.client(contract.getOverview, {})
  expect(checks.find(({ key }) => key === 'jobs')!.text).toMatch(/paused: Figures for operators|failed for good/)
  await pause(false)
  await expect.poll(async () => outcome(get(rows[0]!.id))).toBe('404 not_found')
  expect(await auditOf('operations-figures')).toEqual(['job.resumed', 'job.paused'])
  expect(await outcome(operator.client(contract.updateJobKind, { params: { kind: 'no-kind' }, body: { is_paused: true } }))).toBe(
    '404 not_found',
  )
})

test('a retried job of a paused kind waits, and the answer says so', async () => {
  const params = { kind: 'operations-figures' }
  const pause = (is_paused: boolean) => operator.client(contract.updateJobKind, { params, body: { is_paused } })
  const id = await insert({ state: 'dead', name: params.kind })
  expect(await get(id)).toMatchObject({ is_paused: false })
  await pause(true)
  expect(await operator.client(contract.retryJob, { params: { id } })).toMatchObject({ state: 'waiting', is_paused: true })
  expect((await operator.client(contract.listJobs, { query: { ...params, state: 'waiting' } })).data).toMatchObject([
    { id, is_paused: true },
  ])
  await pause(false)
})

test('all failed jobs of a kind are retried with one entry in the audit log', async () => {
  const kind = 'wallet-ledger-check'
  const ids = [await insert({ state: 'dead', name: kind }), await insert({ state: 'dead', name: kind })]
  const other = await insert({ state: 'dead' })
  expect(await operator.client(contract.retryJobKind, { params: { kind } })).toEqual({ count: 2 })
  expect(await operator.client(contract.retryJobKind, { params: { kind } })).toEqual({ count: 0 })
  for (const id of ids) await expect.poll(async () => outcome(get(id))).toBe('404 not_found')
  expect((await get(other)).state).toBe('dead')
  expect(await auditOf(kind)).toEqual(['job.retried'])
})

test('with 100,000 finished jobs, lists are read by an index and page without gaps', { tags: ['slow'] }, async () => {
  await sql`insert into job (name, payload, max_attempts, state, finished_at, created_at)
    select case n % 2 when 0 then 'uploads-process' else 'mail' end, '{}', 1, case n % 10 when 0 then 'dead' else 'done' end, now(),
      now() - make_interval(secs => n / 3) from generate_series(1, 100000) n`.execute(server.bulkDb)
  await sql`analyze job`.execute(server.bulkDb)
  const queries = [{}, { state: 'dead' }, { kind: 'mail', state: 'done' }, { kind: 'mail', state: 'waiting' }] as const
  for (const query of queries) {
    const first = await operator.client(contract.listJobs, { query: { ...query, limit: 10 } })
    if (first.next_cursor === null) continue
    const second = await operator.client(contract.listJobs, { query: { ...query, limit: 10, cursor: first.next_cursor } })
    const jobIds = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(jobIds).size).toBe(20)
  }
  const kinds = await operator.client(contract.listJobKinds, {})
  expect(kinds.find(({ kind }) => kind === 'uploads-process')!.dead).toBe(1000)
  for (const { kind, state } of [...queries, { kind: 'mail', state: undefined }].map((query) => ({
    kind: undefined,
    state: undefined,
    ...query,
  }))) {
    const plan = JSON.stringify(await selectJobPage(db, {}, { kind, state, after: undefined, limit: 51 }).explain('text'))
    expect([kind, state, plan]).toEqual([kind, state, expect.not.stringMatching(/Seq Scan on job/)])
    expect(plan).toMatch(/job_by_(kind|state)/)
  }
})

test('hostile cursors are refused', async () => {
  for (const time of ['x', '2026-13-45T00:00:00Z', '999999-01-01', 'infinity\u0000']) {
    const cursor = Buffer.from(JSON.stringify([time, '00000000-0000-4000-8000-000000000000'])).toString('base64url')
    expect(await outcome(operator.client(contract.listJobs, { query: { cursor } }))).toBe('422 cursor_outdated cursor')
  }
})
