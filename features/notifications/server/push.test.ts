import { createPublicKey, verify } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { createHostLimiter } from '#features/media/server/fetch-limits.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { notify } from './notify.ts'
import { sendDuePushes } from './push.ts'
import { savePushAddress } from './queries/push.ts'
import { servePushes } from '#test/push-service.ts'

const { came, held, hostAndPort, server, browser, start, to } = await servePushes()
const { db } = server
const remind = (id: string) => notify(db, { kind: 'reminder', to: id, details: { programme: 'Rivers' }, path: '/channels' })

test('a subscribed browser gets pushes encrypted for it and signed by this installation', async () => {
  const ann = await createUser(server, { language: 'nl' })
  const { public_key, is_on } = await ann.client(contract.getPush, {})
  expect(is_on).toBe(false)
  const annsBrowser = browser('/ann')
  expect(await start(ann, annsBrowser.subscription)).toEqual({ public_key, is_on: true })
  await remind(ann.id)
  const [push] = await vi.waitFor(() => (expect(to('/ann')).toHaveLength(1), to('/ann')), { timeout: 20_000 })
  expect(annsBrowser.read(push!.body)).toEqual({
    title: 'Choice',
    body: '“Rivers” begint zo',
    url: '/nl/channels',
    tag: expect.any(String) as string,
  })
  expect(push!.body.length).toBeLessThan(4096)
  expect(push!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(push!.headers.authorization ?? '') ?? []
  expect(key).toBe(public_key)
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: `http://${hostAndPort}`,
    sub: 'mailto:no-reply@choice.test',
  })
}, 20_000)

test('no pushes are sent after a logout, after a stop, or to a browser that is gone', async () => {
  const [out, stopped, gone, moved, still] = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
  const people = { out: out!, stopped: stopped!, gone: gone!, moved: moved!, still: still! }
  for (const [name, one] of Object.entries(people)) await start(one, browser(`/${name}`).subscription)
  await people.out.client(accountsContract.logout, { headers: { authorization: `Bearer ${people.out.token}` } })
  expect((await people.stopped.client(contract.stopPush, {})).is_on).toBe(false)
  expect((await people.stopped.client(contract.stopPush, {})).is_on).toBe(false)
  for (const { id } of Object.values(people)) await remind(id)
  // Pushes go out concurrently, in no order.
  await vi.waitFor(() => expect([to('/still').length, to('/moved').length]).toEqual([1, 1]), { timeout: 20_000 })
  await vi.waitFor(async () => expect((await people.gone.client(contract.getPush, {})).is_on).toBe(false), { timeout: 20_000 })
  expect([to('/out'), to('/stopped'), to('/elsewhere')]).toEqual([[], [], []])
}, 20_000)

test('hidden things are not pushed', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  await start(bob, browser('/hidden').subscription)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await notify(tx, { kind: 'new_items', to: bob.id, subject: { type: 'playlist', key } })
    await tx.updateTable('playlist').set({ status_id: 1, public_since: null }).where('key', '=', key).execute()
  })
  const listDue = () => db.selectFrom('notification').select('id').where('push_due_at', 'is not', null).execute()
  await vi.waitFor(async () => expect(await listDue()).toEqual([]), { timeout: 20_000 })
  expect(to('/hidden')).toEqual([])
}, 20_000)

test('sessions that take over one browser concurrently, or each other’s, succeed, and one owns it', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
  const isOn = async () => (await Promise.all(people.map(({ client }) => client(contract.getPush, {})))).filter(({ is_on }) => is_on).length
  const { subscription } = browser('/one')
  await Promise.all(people.map((person) => start(person, subscription)))
  expect(await isOn()).toBe(1)
  const [ann, bob] = people as [Person, Person]
  const subscriptionNamed = (name: string) => ({ ...subscription, endpoint: `${subscription.endpoint}${name}` })
  for (let turn = 0; turn < 5; turn++) {
    await start(ann, subscriptionNamed('-a'))
    await start(bob, subscriptionNamed('-b'))
    await Promise.all([start(ann, subscriptionNamed('-b')), start(bob, subscriptionNamed('-a'))])
  }
})

test('a user’s latest browsers get pushes in parallel, and a failing service is skipped for the round', { tags: ['slow'] }, async () => {
  const ann = await createUser(server)
  const names = Array.from({ length: 22 }, (_, index) => `/held/${index}`)
  const logins = await Promise.all(names.map(() => issueSession(db, ann.id, 'Test browser')))
  for (const [index, { sessionId }] of logins.entries()) {
    const { endpoint, keys } = browser(names[index]!).subscription
    const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
    await savePushAddress(db, sessionId, { endpoint, p256dh, auth })
  }
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 3; n++) await notify(tx, { kind: 'reminder', to: ann.id, details: { programme: `${n}` }, path: '/channels' })
  })
  const listDue = () => db.selectFrom('notification').select('id').where('push_due_at', 'is not', null).execute()
  await vi.waitFor(() => expect(held).toHaveLength(20), { timeout: 20_000 })
  expect(came.filter(({ path }) => ['/held/0', '/held/1'].includes(path))).toEqual([])
  for (const response of held.splice(0)) response.writeHead(503).end()
  // A further round begins after this one.
  await remind(ann.id)
  await vi.waitFor(() => expect(held).toHaveLength(20), { timeout: 20_000 })
  for (const response of held.splice(0)) response.writeHead(201).end()
  expect(await listDue()).toEqual([])
  expect(to('/held/21')).toHaveLength(2)
})

test('a simultaneous logout succeeds and leaves no subscription', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createUser(server)))
  const outcomes = await Promise.all(
    people.flatMap((person, index) => {
      const starts = () => Array.from({ length: 3 }, () => outcome(start(person, browser(`/leaving/${index}`).subscription)))
      const before = starts()
      const left = outcome(person.client(accountsContract.logout, { headers: { authorization: `Bearer ${person.token}` } }))
      return [...before, left, ...starts()]
    }),
  )
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== '401 token_invalid')).toEqual([])
  const subscriptions = await db.selectFrom('push_subscription').select('endpoint').where('endpoint', 'like', '%/leaving/%').execute()
  expect(subscriptions).toEqual([])
})

test('many accounts with many browsers call no host more often than the fetch limit', { tags: ['slow'] }, async () => {
  const { db: pushDb, clientFor, config, services } = await startTestServer({ OUTBOUND_ALLOW: hostAndPort, WORKER: 'off' })
  const { fetchPublic, limits, log } = services
  const endpoint = `http://${hostAndPort}/reflected`
  // Runs the calls one after another, because on a busy machine the last of many queued calls would be refused.
  const mayFetch = createHostLimiter(limits, { by: undefined, address: endpoint, isPasted: false })
  for (let count = 0; count < 280; count++) expect(await mayFetch({ host: '127.0.0.1', addresses: ['127.0.0.1'] })).toBe(true)
  for (let account = 0; account < 2; account++) {
    const { id, sessionId } = await createUser({ db: pushDb, clientFor })
    const sessions = [sessionId]
    while (sessions.length < 20) sessions.push((await issueSession(pushDb, id, 'Test browser')).sessionId)
    for (const [index, session] of sessions.entries()) {
      const { keys } = browser('').subscription
      const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
      await savePushAddress(pushDb, session, { endpoint: `${endpoint}/${account}/${index}`, p256dh, auth })
    }
    await notify(pushDb, { kind: 'reminder', to: id, details: { programme: 'Rivers' }, path: '/channels' })
  }
  const countReflected = () => came.filter(({ path }) => path.startsWith('/reflected')).length
  const before = countReflected()
  await sendDuePushes(
    { db: pushDb, fetchPublic, limits, log, subject: `mailto:${config.mailFrom}`, allowed: [hostAndPort] },
    new AbortController().signal,
  )
  expect(countReflected() - before).toBe(20)
})
