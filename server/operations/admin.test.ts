import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { defineJob, PermanentJobError } from '#kit/server/jobs/job.ts'
import { createJobs } from '#kit/server/jobs/jobs.ts'
import { createLog } from '#kit/server/log.ts'
import { makeChannel, makeFilledChannel, makeSeries, makeTeam } from '#test/channels.ts'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, filesOf, listen, tusClient, upload, createUploader, uploadTools } from '#test/uploads.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { cleanUpUploads } from '#features/uploads/server/jobs.ts'
import { checkLedger } from '#features/wallet/server/queries/ledger.ts'
import { loadDemo } from '../demo/load.ts'
import {
  addOperator,
  allowUploads,
  closeAccount,
  listOperators,
  makePasswordLink,
  removeDemo,
  removeOperator,
  describeDemo,
} from './admin-accounts.ts'
import { listRelays, setRelay } from './admin.ts'
import { cancelJob, listActiveJobs, listDeadJobs, retryDeadJobs, sendTestMail } from './admin-jobs.ts'

const server = await startTestServer()
const { db, config, services } = server

test('operators are added, listed and removed by email address', async () => {
  const someone = await createUser(server)
  const { email } = await someone.client(accountsContract.getProfile, {})
  expect(await listOperators(db)).toContain('There are no operators yet')
  expect(await addOperator(db, email.toUpperCase())).toContain('is an operator now')
  expect(await listOperators(db)).toContain(email)
  expect((await someone.client(accountsContract.getProfile, {})).is_operator).toBe(true)
  await expect(removeOperator(db, email)).rejects.toThrow('only operator')
  await addOperator(db, (await createUser(server)).email)
  expect(await removeOperator(db, email)).toContain('no longer an operator')
  expect((await someone.client(accountsContract.getProfile, {})).is_operator).toBe(false)
  await expect(removeOperator(db, 'nobody@example.com')).rejects.toThrow('There is no account with the address nobody@example.com')
})

test('an operator who was suspended can act again after the command', async () => {
  const { email } = await createUser(server, { is_operator: true })
  await addOperator(db, (await createUser(server)).email)
  await sql`update account set suspended_until = 'infinity', suspended_reason = 'No' where email = ${email}`.execute(db)
  await addOperator(db, email)
  const { rows } = await sql`select suspended_until, suspended_reason from account where email = ${email}`.execute(db)
  expect(rows).toEqual([{ suspended_until: null, suspended_reason: null }])
})

test('commands write their entries as the system in the audit log, and change nothing without it', async () => {
  const someone = await createUser(server)
  const { email, id } = someone
  const acts = async () => {
    const rows = await db.selectFrom('audit').select(['act', 'actor_name', 'after']).where('thing_id', '=', id).orderBy('id').execute()
    return rows.map(({ act, actor_name: by, after }) => [act, by, after])
  }
  await sql`alter table audit add constraint full_disk check (thing_id <> ${sql.lit(id)})`.execute(db)
  const failing = [
    () => addOperator(db, email),
    () => allowUploads(db, email, true),
    () => makePasswordLink(db, config, email),
    () => closeAccount(db, email),
  ]
  for (const run of failing) await expect(run()).rejects.toThrow('full_disk')
  await sql`alter table audit drop constraint full_disk`.execute(db)
  expect(await someone.client(accountsContract.getProfile, {})).toMatchObject({ is_operator: false, can_upload_video: false })

  for (const run of failing.slice(0, 3)) await run()
  expect(await acts()).toEqual([
    ['user.role', 'system', { role: 'operator' }],
    ['user.rights', 'system', { can_upload_video: true }],
    ['user.password_link', 'system', null],
  ])
  await addOperator(db, (await createUser(server)).email)
  await closeAccount(db, email)
  expect((await acts()).map(([act]) => act)).toEqual(['user.deleted'])
})

test('uploads are allowed to an account and revoked', async () => {
  const someone = await createUser(server)
  expect(await allowUploads(db, someone.email, true)).toContain('can upload video files now')
  expect((await someone.client(accountsContract.getProfile, {})).can_upload_video).toBe(true)
  expect(await allowUploads(db, someone.email, false)).toContain('can no longer upload video files')
  expect((await someone.client(accountsContract.getProfile, {})).can_upload_video).toBe(false)
  await expect(allowUploads(db, 'nobody@example.com', true)).rejects.toThrow('There is no account')
})

test('relaying of a list’s streams is enabled and disabled', async () => {
  await db
    .insertInto('tv_source')
    .values([
      { id: 'AdminRelay1', kind: 'm3u', name: 'tv.m3u' },
      { kind: 'm3u', name: 'two.m3u' },
      { kind: 'm3u', name: 'two.m3u', url: 'https://two.example/' },
    ])
    .execute()
  expect(await listRelays(db)).toContain('off  AdminRelay1  tv.m3u')
  expect(await setRelay(db, 'tv.m3u', true)).toContain('relayed now')
  expect(await listRelays(db)).toContain('on   AdminRelay1  tv.m3u')
  expect(await setRelay(db, 'AdminRelay1', false)).toContain('no longer')
  await expect(setRelay(db, 'none', true)).rejects.toThrow('no list of TV channels called none')
  await expect(setRelay(db, 'two.m3u', true)).rejects.toThrow('Several lists')
})

test('a password link works once', async () => {
  const someone = await createUser(server)
  const { email } = await someone.client(accountsContract.getProfile, {})
  const words = await makePasswordLink(db, config, email)
  const [, token = ''] = /^http:\/\/choice\.test\/en\/reset-password\/([^/]+)\//m.exec(words) ?? []
  const reset = { body: { email, token, password: 'a new and long one', password_confirmation: 'a new and long one' } }
  await server.guest(accountsContract.resetPassword, reset)
  await expect(server.guest(accountsContract.resetPassword, reset)).rejects.toMatchObject({ status: 422 })
})

test('closing an account deletes its channels and no others', async () => {
  const [leaving, staying] = [await createUser(server), await createUser(server)]
  const theirs = await makeFilledChannel(db, leaving.client, ['A', 'B'])
  const others = await makeFilledChannel(db, staying.client, ['C'])
  const { email } = await leaving.client(accountsContract.getProfile, {})
  expect(await closeAccount(db, email)).toContain('are deleted')
  await expect(leaving.client(accountsContract.getProfile, {})).rejects.toMatchObject({ status: 401 })
  await expect(staying.client(channelsContract.getPlaylist, { params: { id: theirs.playlistId } })).rejects.toMatchObject({ status: 404 })
  expect(await staying.client(channelsContract.getPlaylist, { params: { id: others.playlistId } })).toMatchObject({ id: others.playlistId })
  await expect(closeAccount(db, email)).rejects.toThrow('There is no account')
})

test('closing an account deletes its uploads and running ones; those in team channels or copies stay', async () => {
  const uploading = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
  const [leaving, staying] = [await createUploader(uploading), await createUploader(uploading)]
  const origin = await listen(uploading.app)
  const clip = readFileSync('server/demo/assets/clips/sunny-side.mp4')
  const teamId = await makeTeam(uploading.db, { members: [leaving, staying] })
  const { id: teamsId } = await makeChannel(uploading.clientFor({ token: staying.token, teamId }))
  const teamClient = uploading.clientFor({ token: staying.token, teamId })
  const { id: teamSeries } = await makeSeries(teamClient, teamsId)
  const [own, copied, teams] = [
    await upload(origin, leaving, clip),
    await upload(origin, leaving, clip),
    await upload(origin, { ...leaving, seriesId: teamSeries }, clip),
  ]
  const [ownResult, copyResult] = [(await waitForUpload(leaving.client, own))!, (await waitForUpload(leaving.client, copied))!]
  expect(await waitForUpload(leaving.client, teams)).toMatchObject({ state: 'done', playlist_id: teamsId })
  const captions = { params: { id: ownResult.video_id! }, body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nA' } }
  await leaving.client(uploadsContract.addCaptions, captions)
  await staying.client(channelsContract.copyVideo, { body: { video_id: copyResult.video_id!, series_id: staying.seriesId } })
  const tus = tusClient(origin, leaving.token)
  const uploadPath = (await tus.create({ filename: 'a.mp4', series_id: leaving.seriesId }, 1000)).headers.get('location')!
  await tus.patch(uploadPath, 0, Buffer.alloc(300))
  const part = join(uploading.config.uploadsDir, uploadPath.split('/').at(-1)!)
  expect(existsSync(part)).toBe(true)

  await closeAccount(uploading.db, leaving.email)
  expect((await tus.patch(uploadPath, 300, Buffer.alloc(300))).status).toBe(401)
  await sql`update upload set ended_at = ended_at - interval '1 hour' where ended_at is not null`.execute(uploading.db)
  await cleanUpUploads(uploading.db, uploadTools(uploading))
  expect([existsSync(part), await filesOf(uploading, own)]).toEqual([false, []])
  expect((await uploading.db.selectFrom('video_captions').select('language').execute()).length).toBe(0)
  for (const id of [copied, teams]) {
    expect((await filesOf(uploading, id)).length).toBeGreaterThan(2)
    expect((await uploading.app.inject({ url: `/media/videos/${id}/master.m3u8` })).statusCode).toBe(200)
  }
  const { series } = await staying.client(channelsContract.getPlaylist, { params: { id: teamsId } })
  expect(series[0]!.videos).toHaveLength(1)
}, 60_000)

test('demonstration users are listed and deleted; real users stay', async () => {
  const freshDb = (await createFreshDatabase()).connect()
  expect(await describeDemo(freshDb)).toBe('There are no demonstration users.')
  const load = () =>
    loadDemo({ db: freshDb, storage: services.storage, config: { ...config, payments: 'sandbox' }, assetsDir: 'server/demo/assets' })
  await load()
  await freshDb
    .insertInto('account')
    .values({ id: 'realperson1', email: 'me@example.com', nickname: 'me', nickname_key: 'me', password_hash: 'x' })
    .execute()
  expect(await describeDemo(freshDb)).toContain('demo.')
  expect(existsSync(join(config.dataDir, 'demo-logins.txt'))).toBe(true)
  expect(await removeDemo(freshDb, config)).toMatch(/^\d+ demonstration users and their channels are deleted\.$/)
  expect(existsSync(join(config.dataDir, 'demo-logins.txt'))).toBe(false)
  expect(await freshDb.selectFrom('account').select('email').execute()).toEqual([{ email: 'me@example.com' }])
  expect(await freshDb.selectFrom('playlist').select('id').execute()).toEqual([])
  // Packages and ledger entries stay when their user is deleted, and a second demonstration adds none.
  await freshDb.deleteFrom('account').execute()
  expect(await load()).toHaveLength(7)
  expect(await freshDb.selectFrom('tier').select('name').orderBy('position').execute()).toHaveLength(3)
  expect(await checkLedger(freshDb)).toEqual([])
})

test('failed jobs are listed and retried, by id or all', async () => {
  const freshDb = (await createFreshDatabase()).connect()
  const jobs = createJobs({ db: freshDb, log: createLog({ level: 'silent' }) })
  const job = defineJob('doomed', z.object({}))
  let runs = 0
  jobs.work(job, () => {
    runs++
    return Promise.reject(new PermanentJobError('no such address'))
  })
  await jobs.start()
  try {
    expect(await listDeadJobs(freshDb)).toBe('No job has failed permanently.')
    await jobs.send(job, {})
    await expect.poll(() => listDeadJobs(freshDb)).toContain('doomed, 1 attempts: no such address')
    const [id = ''] = (await listDeadJobs(freshDb)).split(' ')
    expect(await retryDeadJobs(freshDb, [id])).toBe('One job will be retried.')
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(2)
    await expect.poll(() => listDeadJobs(freshDb)).toContain(id)
    expect(await retryDeadJobs(freshDb, ['all'])).toBe('One job will be retried.')
    await expect(retryDeadJobs(freshDb, ['every'])).rejects.toThrow('"every" isn\'t the id of a job')
  } finally {
    await jobs.stop()
  }
})

test('running jobs are listed and cancelled', async () => {
  const freshDb = (await createFreshDatabase()).connect()
  const jobs = createJobs({ db: freshDb, log: createLog({ level: 'silent' }), heartbeatSeconds: 1 })
  const job = defineJob('endless', z.object({}))
  jobs.work(job, (_, { signal, report }) => {
    report(7)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  await jobs.start()
  try {
    expect(await listActiveJobs(freshDb)).toBe('No job is running.')
    const id = await jobs.send(job, {})
    await expect.poll(() => listActiveJobs(freshDb), { timeout: 5000 }).toMatch(new RegExp(`^${id}  since .*  endless, attempt 1, 7 %`))
    await expect(cancelJob(freshDb, 'all')).rejects.toThrow('"all" isn\'t the id of a job')
    expect(await cancelJob(freshDb, id!)).toBe('The job is cancelled. If it is running, it stops within seconds.')
    await expect.poll(() => listActiveJobs(freshDb), { timeout: 5000 }).toBe('No job is running.')
    await expect(cancelJob(freshDb, id!)).rejects.toThrow('is waiting or running')
  } finally {
    await jobs.stop()
  }
})

test('a test email is in the outbox, or the mail server’s error is shown', async () => {
  expect(await sendTestMail(config, 'op@example.com')).toContain(config.outboxDir)
  const mails = readdirSync(config.outboxDir).map((name) => readFileSync(join(config.outboxDir, name), 'utf8'))
  expect(mails.filter((mail) => mail.includes('To: op@example.com'))).toHaveLength(1)
  await expect(sendTestMail({ ...config, smtpUrl: 'smtp://user:hush@127.0.0.1:1' }, 'op@example.com')).rejects.toThrow(
    /^The email could not be sent: (?!.*hush).*ECONNREFUSED/,
  )
  await expect(sendTestMail(config, 'op.example.com')).rejects.toThrow(/^"op.example.com" isn't an email address.$/)
})
