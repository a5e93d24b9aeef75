// @module-tag slow
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { personalData } from '#server/features.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { createServerProcesses } from '#test/processes.ts'
import { startS3 } from '#test/s3.ts'
import { startTestServer } from '#test/serve.ts'
import { unzipTexts } from '#test/unzip.ts'
import { dataRightsContract } from '../contract.ts'
import { makeExport } from './exports.ts'
import { deleteAccountsJob } from './job-kinds.ts'

vi.setConfig({ testTimeout: 60_000 })
const { getExport, startExport } = dataRightsContract
let isAway = false
const { bucket, region, endpoint, accessKeyId, secretAccessKey } = await startS3({ isAway: () => isAway })
const s3 = {
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}
const signal = new AbortController().signal

const latestOf = async ({ client }: Person) => (await client(getExport, {})).export
/** Runs the last attempt of the job that makes the requested archive. */
async function makeArchive({ services, config }: Awaited<ReturnType<typeof startTestServer>>, user: Person) {
  await user.client(startExport, {})
  const { id } = (await latestOf(user))!
  const { storage, mailer } = services
  const tools = { db: services.backgroundDb, storage, mailer, personalData, publicUrl: config.publicUrl }
  const filling = makeExport(tools, id, { signal, isLast: true }).then(
    () => 'made',
    (error: unknown) => error,
  )
  return { id, outcome: await filling }
}
async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list('exports/')) keys.push(key)
  return keys
}

test('a remote store serves the archive to its owner only, in ranges; an outage fails the export, reports it and leaves no file', async () => {
  const server = await startTestServer({ ...s3, WORKER: 'off' })
  const [ann, bob] = [await createUser(server), await createUser(server)]
  await makeFilledChannel(server.db, ann.client, ['Film'], { name: 'Kept elsewhere' })
  isAway = true
  expect((await makeArchive(server, ann)).outcome).toBeInstanceOf(StorageError)
  isAway = false
  expect(await latestOf(ann)).toMatchObject({ state: 'failed', url: null, bytes: null })
  expect(await keysIn(server.services.storage)).toEqual([])

  const { id, outcome: exportOutcome } = await makeArchive(server, ann)
  expect(exportOutcome).toBe('made')
  const { url, bytes } = (await latestOf(ann))!
  const get = (user: Person, headers = {}) =>
    server.app.inject({ url: url!, headers: { cookie: `${cookieNames.media}=${user.cookie}`, ...headers } })
  const response = await get(ann)
  expect([response.statusCode, response.rawPayload.length]).toEqual([200, bytes])
  expect((await unzipTexts(response.rawPayload))['data.json']).toContain('Kept elsewhere')
  const part = await get(ann, { range: 'bytes=10-19' })
  expect([part.statusCode, part.rawPayload.equals(response.rawPayload.subarray(10, 20))]).toEqual([206, true])
  expect((await get(bob)).statusCode).toBe(404)
  expect(await keysIn(server.services.storage)).toEqual([`exports/${id}.zip`])
})

/** Uses a separate disk for storage. Without permission to mount, the test is skipped. */
const smallDiskServer = await startTestServer({ WORKER: 'off' })
const canMount = (() => {
  try {
    mkdirSync(smallDiskServer.config.filesDir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k,mode=700', 'none', smallDiskServer.config.filesDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (canMount) afterAll(() => void execFileSync('umount', ['-l', smallDiskServer.config.filesDir]))

describe.runIf(canMount)('a disk that fills up', () => {
  test('fails a running export, reports it and leaves no file; with free space the export succeeds', async () => {
    const ann = await createUser(smallDiskServer)
    await makeFilledChannel(smallDiskServer.db, ann.client, ['Film'])
    // Random data, as it can't be compressed.
    const texts = Array.from({ length: 100 }, () => randomBytes(2400).toString('hex'))
    await sql`insert into video (id, series_id, title, src, kind, site, position, description)
      select random_id(), series_id, title, src, kind, site, position + number, text
      from video cross join unnest(${texts}::text[]) with ordinality as texts (text, number)`.execute(smallDiskServer.db)
    expect((await makeArchive(smallDiskServer, ann)).outcome).toBeInstanceOf(StorageError)
    expect(await latestOf(ann)).toMatchObject({ state: 'failed', url: null })
    const remainingFiles = readdirSync(smallDiskServer.config.filesDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    expect(remainingFiles.map(({ name }) => name)).toEqual([])
    execFileSync('mount', ['-o', 'remount,size=8m', smallDiskServer.config.filesDir])
    expect((await makeArchive(smallDiskServer, ann)).outcome).toBe('made')
    expect(await latestOf(ann)).toMatchObject({ state: 'done' })
  })
})

test('one process downloads an archive requested from another; a due account is deleted once', async () => {
  const { db, start } = await createServerProcesses()
  const instances = await Promise.all(['one', 'two'].map((name) => start(name, s3)))
  const [first, second] = instances as [(typeof instances)[0], (typeof instances)[0]]
  const ann = await createUser({ db, clientFor: first.clientFor })
  const clientOf = ({ clientFor }: typeof first) => clientFor({ token: ann.token })
  expect((await Promise.all([clientOf(first)(startExport, {}), clientOf(second)(startExport, {})])).map(({ id }) => id)).toHaveLength(2)
  const url = await vi.waitFor(async () => {
    const { export: latest } = await clientOf(second)(getExport, {})
    expect(latest?.state).toBe('done')
    return latest!.url!
  }, 20_000)
  for (const { url: origin } of instances) {
    const response = await fetch(origin + url, { headers: { cookie: `${cookieNames.media}=${ann.cookie}` } })
    expect(Object.keys(await unzipTexts(Buffer.from(await response.arrayBuffer())))).toContain('data.json')
  }
  const mails = () =>
    instances
      .flatMap(({ outbox }) => (existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8')) : []))
      .filter((mail) => mail.toLowerCase().includes(`to: ${ann.email}`))
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1)

  await sql`update account set deletion_due_at = now() - interval '1 minute' where id = ${ann.id}`.execute(db)
  await sql`insert into job (name, payload, max_attempts) select ${deleteAccountsJob.name}, '{}', 1 from generate_series(1, 4)`.execute(db)
  const jobs = () => db.selectFrom('job').select('state').where('name', '=', deleteAccountsJob.name).execute()
  await expect.poll(jobs, { timeout: 20_000 }).toEqual([])
  expect(await db.selectFrom('account').select('id').where('id', '=', ann.id).execute()).toEqual([])
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(2)
  for (const instance of instances) expect(await outcome(clientOf(instance)(getExport, {}))).toBe('401 token_invalid')
})
