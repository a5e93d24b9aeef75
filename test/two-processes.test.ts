// @module-tag slow
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { accountsContract as accounts } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { outcome } from './channels.ts'
import { solveCaptchaFor, password, createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'
import { waitForUpload, sha256, tusClient, createUploader } from './uploads.ts'

const { db, start } = await createServerProcesses()
const instances = await Promise.all(['one', 'two'].map((name) => start(name)))
const [one] = instances as [(typeof instances)[0], (typeof instances)[0]]
const ann = await createUser({ db, clientFor: one.clientFor })

test('a logout applies to both processes at once, even if the session was cached', async () => {
  const { token } = await createUser({ db, clientFor: one.clientFor })
  const read = () => Promise.all(instances.map(({ clientFor }) => outcome(clientFor({ token })(channelsContract.listMyPlaylists, {}))))
  for (let i = 0; i < 2; i++) expect(await read()).toEqual(['done', 'done'])
  await one.clientFor({ token })(accounts.logout, { headers: { authorization: `Bearer ${token}` } })
  expect(await read()).toEqual(['401 token_invalid', '401 token_invalid'])
})

test('both processes give the same response to simultaneous refreshes', async () => {
  const { refreshToken: refresh_token } = await createUser({ db, clientFor: one.clientFor })
  const body = { grant_type: 'refresh_token' as const, refresh_token }
  const pairs = await Promise.all([...instances, ...instances, ...instances].map(({ guest }) => guest(accounts.createToken, { body })))
  expect(new Set(pairs.map(({ access_token: access, refresh_token: next }) => access + next)).size).toBe(1)
})

test('simultaneous calls with an Idempotency-Key create one thing', async () => {
  const make = ({ clientFor }: typeof one) =>
    clientFor({ token: ann.token, headers: { 'idempotency-key': 'one-press' } })(channelsContract.createPlaylist, {
      body: { name: 'Once', status_id: 1 },
    })
  const results = await Promise.all([...instances, ...instances, ...instances].map(make))
  expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  expect(await db.selectFrom('playlist').select('id').where('name', '=', 'Once').execute()).toHaveLength(1)
})

test('wrong passwords count together, and a captcha is valid for one call to either process', async () => {
  const logIn = async ({ guest }: typeof one, password: string, solved?: string) =>
    outcome(
      guest(accounts.createToken, {
        body: { grant_type: 'password', user: ann.email, password: password, captcha: solved ?? (await solveCaptchaFor(guest)) },
      }),
    )
  const solved = await solveCaptchaFor(one.guest)
  expect((await Promise.all(instances.map((each) => logIn(each, 'wrong', solved)))).toSorted()).toEqual([
    '422 captcha captcha',
    '422 login_wrong password',
  ])
  for (let i = 0; i < 9; i++) expect(await logIn(instances[i % 2]!, 'wrong')).toBe('422 login_wrong password')
  expect(await Promise.all(instances.map((each) => logIn(each, password)))).toEqual(['429 too_many', '429 too_many'])
})

test('emails of both processes are sent once each', async () => {
  const addresses = Array.from({ length: 8 }, (_, i) => `person${i}@example.com`)
  const requestToken = async (email: string, i: number) => {
    const { guest } = instances[i % 2]!
    return guest(accounts.startSignUp, { body: { email, captcha: await solveCaptchaFor(guest) } })
  }
  await Promise.all(addresses.map(requestToken))
  const receivers = () =>
    instances
      .flatMap(({ outbox }) => (existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8')) : []))
      .map((mail) => /^to: (\S+)/im.exec(mail)?.[1])
      .toSorted((a = '', b = '') => a.localeCompare(b))
  await expect.poll(receivers, { timeout: 20_000 }).toEqual(addresses)
  // Waits only for these jobs, because other jobs start on a schedule.
  await expect.poll(() => db.selectFrom('job').select('name').where('name', '=', 'mail').where('state', '<>', 'done').execute()).toEqual([])
  expect(receivers()).toEqual(addresses)
})

test('a suspension applies to both processes at once, even if the user was cached', async () => {
  const operator = await createUser({ db, clientFor: one.clientFor }, { is_operator: true })
  const bob = await createUser({ db, clientFor: one.clientFor })
  const read = () =>
    Promise.all(instances.map(({ clientFor }) => outcome(clientFor({ token: bob.token })(channelsContract.listMyPlaylists, {}))))
  for (let i = 0; i < 2; i++) expect(await read()).toEqual(['done', 'done'])
  const body = { suspension: { reason: 'Spam', until: null }, reason: 'Spam' }
  await operator.client(operatorContract.updateUser, { params: { id: bob.id }, body })
  expect(await read()).toEqual(['401 token_invalid', '401 token_invalid'])
})

test('an upload continues at its offset after its process is killed, and ends as the same file', async () => {
  const killed = await start('three')
  const cas = await createUploader({ db, clientFor: killed.clientFor })
  // Random bytes after the header of a sound file. Sounds need not be valid, because the server doesn't convert them.
  const bytes = randomBytes(2_000_000)
  bytes.write('RIFF\x78\x84\x1e\0WAVEfmt ', 'latin1')
  const created = await tusClient(killed.url, cas.token).create({ filename: 'song.wav', series_id: cas.seriesId }, bytes.length)
  const path = created.headers.get('location')!
  const socket = connect(Number(new URL(killed.url).port), '127.0.0.1').on('error', () => undefined)
  const head = [`PATCH ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${cas.token}`, 'tus-resumable: 1.0.0', 'upload-offset: 0']
  socket.write([...head, 'content-type: application/offset+octet-stream', `content-length: ${bytes.length}`, '', ''].join('\r\n'))
  socket.write(bytes.subarray(0, 1_500_000))
  const part = join(killed.dataDir, 'uploads', path.split('/').at(-1)!)
  await vi.waitFor(() => expect(statSync(part).size).toBeGreaterThan(1_000_000), 20_000)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  socket.destroy()

  const second = await start('three')
  const tus = tusClient(second.url, cas.token)
  const offset = Number((await tus.head(path)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(1_000_000)
  expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204)
  const uploadResult = (await waitForUpload(second.clientFor({ token: cas.token }), path.split('/').at(-1)!))!
  expect(uploadResult).toMatchObject({ state: 'done', reason: null })
  const played = await fetch(`${second.url}/media/videos/${uploadResult.id}/original.wav`)
  expect(sha256(new Uint8Array(await played.arrayBuffer()))).toBe(sha256(bytes))
}, 60_000)
