import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { untilJobsDone } from '#test/jobs.ts'
import { createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { uploadKey } from '#features/uploads/server/files.ts'
import { newId } from '#kit/server/ids.ts'
import { operationsContract as contract } from '../contract.ts'
import { readStorageState } from './storage-state.ts'
import { countStorage } from './storage-jobs.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', UPLOAD_QUOTA_GB: '3' })
const { db, guest, services } = server
const operator = await createUser(server, { is_operator: true })
const read = () => operator.client(contract.getStorage, {})

interface NewUpload {
  state: string
  bytes: number
  original?: number
}
/** Inserts an upload with a stored file. */
async function insertStoredUpload(owner: Person, { state, bytes, original = 0 }: NewUpload): Promise<string> {
  const id = newId()
  const isEnded = state === 'done' || state === 'failed'
  await sql`insert into upload (id, user_id, title, filename, size, state, reason, stored_bytes, has_original, ended_at)
    values (${id}, ${owner.id}, 'Film', '<img src=x onerror=alert(1)>.mp4', ${original || bytes}, ${state},
      ${state === 'failed' ? 'interrupted' : null}, ${state === 'uploading' ? 0 : bytes}, ${original > 0},
      case when ${isEnded} then now() - interval '1 hour' end)`.execute(db)
  if (isEnded) await services.storage.put(uploadKey(id, 'original'), new Uint8Array(10), 'video/mp4')
  return id
}
const isStored = async (id: string) => (await services.storage.sizeOf(uploadKey(id, 'original'))) !== undefined
async function addView(id: string, viewer: Person) {
  const [playlist, series] = [newId(), newId()]
  await sql`insert into playlist (id, user_id, name, status_id, position) values (${playlist}, ${viewer.id}, 'Films', 1, 100)`.execute(db)
  await sql`insert into series (id, playlist_id, name, position) values (${series}, ${playlist}, 'All', 1)`.execute(db)
  await sql`insert into video (id, series_id, title, src, kind, site, position, upload_id)
    values (${newId()}, ${series}, 'Film', ${`/media/videos/${id}/master.m3u8`}, 'file', 'choice.test', 1, ${id})`.execute(db)
}

test('guests, users and moderators can neither see nor clean storage', async () => {
  const calls = [
    (caller: typeof guest) => caller(contract.getStorage, {}),
    (caller: typeof guest) => caller(contract.listStorageUsers, {}),
    (caller: typeof guest) => caller(contract.countStorage, {}),
    (caller: typeof guest) => caller(contract.cleanStorage, { body: { what: 'unused_pictures' } }),
  ]
  const [user, moderator] = [await createUser(server), await createUser(server, { is_moderator: true })]
  for (const call of calls) {
    expect(await outcome(call(guest))).toBe('401 login_required')
    expect(await outcome(call(user.client))).toBe('403 forbidden')
    expect(await outcome(call(moderator.client))).toBe('403 forbidden')
  }
})

test('before the first count there are no figures, but the storage location is known', async () => {
  expect(await read()).toMatchObject({ counted_at: null, kinds: [], cleanable: [], days: [], quota_bytes: 3 * 1024 ** 3 })
  expect((await read()).place).toMatchObject({ type: 'disk', free_bytes: expect.any(Number), total_bytes: expect.any(Number) })
})

test('storage is counted by kind, user and day, with one count per day', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const played = await insertStoredUpload(ann, { state: 'done', bytes: 1000, original: 400 })
  await addView(played, ann)
  await insertStoredUpload(bob, { state: 'uploading', bytes: 70 })
  const failed = await insertStoredUpload(bob, { state: 'failed', bytes: 30 })
  const unused = await insertStoredUpload(ann, { state: 'done', bytes: 200 })
  await sql`insert into picture (id, bytes, created_at) values ('abcdefghijklmnop-10x10-000000', 55, now() - interval '2 days')`.execute(db)
  await sql`insert into data_export (account_id, state, bytes, ended_at) values (${bob.id}, 'done', 500, now() - interval '30 hours')`.execute(
    db,
  )
  expect((await operator.client(contract.countStorage, {})).job_id).toEqual(expect.any(String))
  await expect.poll(async () => (await read()).counted_at).toBeTruthy()
  await countStorage(db)
  const { kinds, cleanable, days } = await read()
  const bytes = Object.fromEntries(kinds.map(({ kind, bytes: stored }) => [kind, stored]))
  expect(bytes).toMatchObject({ originals: 430, renditions: 800, incoming: 70, pictures: 55, captions: 0, exports: 500 })
  expect(cleanable).toEqual([
    { what: 'failed_uploads', bytes: 30, files: 1, people: 1 },
    { what: 'unused_uploads', bytes: 200, files: 1, people: 1 },
    { what: 'kept_uploads', bytes: 0, files: 0, people: 0 },
    { what: 'expired_exports', bytes: 500, files: 1, people: 1 },
    { what: 'unused_pictures', bytes: 55, files: 1, people: 0 },
  ])
  expect(days).toEqual([{ date: new Date().toISOString().slice(0, 10), bytes: kinds.reduce((sum, kind) => sum + kind.bytes, 0) }])

  await sql`update account set upload_quota = 5000000000 where id = ${bob.id}`.execute(db)
  const first = await operator.client(contract.listStorageUsers, { query: { limit: 1 } })
  expect(first.data).toMatchObject([{ id: ann.id, bytes: 1200, files: 2, quota_bytes: 3 * 1024 ** 3, has_own_quota: false }])
  const second = await operator.client(contract.listStorageUsers, { query: { limit: 1, cursor: first.next_cursor! } })
  expect(second).toMatchObject({ data: [{ id: bob.id, bytes: 600, quota_bytes: 5e9, has_own_quota: true }], next_cursor: null })

  const clean = (what: 'failed_uploads' | 'unused_uploads' | 'expired_exports' | 'unused_pictures') =>
    operator.client(contract.cleanStorage, { body: { what, reason: 'Disk' } })
  const { job_id: jobId } = await clean('failed_uploads')
  await clean('unused_uploads')
  await clean('expired_exports')
  await clean('unused_pictures')
  await untilJobsDone(db)
  expect(await operator.client(contract.getJob, { params: { id: jobId! } })).toMatchObject({ state: 'done', percent: 100 })
  expect([await isStored(played), await isStored(failed), await isStored(unused)]).toEqual([true, false, false])
  expect((await read()).cleanable.map(({ files }) => files)).toEqual([0, 0, 0, 0, 0])
  const { data } = await operator.client(operatorContract.listAudit, { query: { act: 'storage.cleaned', thing_id: 'failed_uploads' } })
  expect(data).toMatchObject([{ before: { files: 1, bytes: 30 }, reason: 'Disk' }])
})

test('concurrent requests to delete files start one job and write one audit entry', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`insert into job_pause (job) values ('operations-clean')`.execute(tx)
  })
  const clean = () => operator.client(contract.cleanStorage, { body: { what: 'expired_exports' } })
  const started = await Promise.all([clean(), clean(), clean()])
  expect(started.filter(({ job_id: id }) => id !== null)).toHaveLength(1)
  const { data } = await operator.client(operatorContract.listAudit, { query: { thing_id: 'expired_exports' } })
  expect(data).toHaveLength(2)
  expect(await outcome(operator.client(contract.cleanStorage, { body: { what: 'everything' as 'unused_pictures' } }))).toBe(
    '422 invalid what',
  )
})

test('an unreachable store and a full disk have their own states', async () => {
  const config = { dataDir: services.config.dataDir }
  const away = { sizeOf: () => Promise.reject(new Error('away')) }
  const hangs = { sizeOf: () => new Promise<never>(() => undefined) }
  const fine = { sizeOf: () => Promise.resolve(undefined) }
  const unknownBytes = { free_bytes: null, total_bytes: null }
  expect(await readStorageState({ storage: away, config: { ...config, s3: {} } })).toEqual({ type: 's3', state: 'away', ...unknownBytes })
  expect(await readStorageState({ storage: hangs, config: { ...config, s3: {} } })).toEqual({ type: 's3', state: 'away', ...unknownBytes })
  expect(await readStorageState({ storage: fine, config: { ...config, s3: {} } })).toEqual({ type: 's3', state: 'ok', ...unknownBytes })
  expect(await readStorageState({ storage: fine, config: { dataDir: '/nowhere/at/all' } })).toEqual({
    type: 'disk',
    state: 'away',
    ...unknownBytes,
  })
})

test('at 100,000 users with files, the list is read by an index', { tags: ['slow'] }, async () => {
  const { bulkDb } = server
  await sql`insert into account (id, email, password_hash)
    select lpad(n::text, 11, 'x'), 'p' || n || '@example.com', 'none' from generate_series(1, 100000) n`.execute(bulkDb)
  await sql`insert into storage_person select lpad(n::text, 11, 'x'), n / 3, 1 from generate_series(1, 100000) n`.execute(bulkDb)
  await sql`analyze`.execute(bulkDb)
  const cleanedKinds: string[] = []
  for (let cursor: string | null = null; cleanedKinds.length < 300;) {
    const { data, next_cursor: next }: { data: { id: string }[]; next_cursor: string | null } = await operator.client(
      contract.listStorageUsers,
      { query: { limit: 100, ...(cursor !== null && { cursor }) } },
    )
    cleanedKinds.push(...data.map(({ id }) => id))
    cursor = next
  }
  expect(new Set(cleanedKinds).size).toBe(300)
  const { rows } = await sql`explain select user_id from storage_person join account on account.id = user_id
    where bytes <= 20000 and (bytes < 20000 or user_id > 'x') order by bytes desc, user_id limit 51`.execute(db)
  expect(JSON.stringify(rows)).toContain('storage_person_bytes')
})
