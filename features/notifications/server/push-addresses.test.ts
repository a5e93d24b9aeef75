import { expect, test } from 'vitest'
import type { Log } from '#kit/server/log.ts'
import { createOutbound, type FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { notify } from './notify.ts'
import { sendDuePushes } from './push.ts'
import { savePushAddress } from './queries/push.ts'
import { servePushes } from '#test/push-service.ts'

const { server, browser, start, to, key } = await servePushes()
const { guest } = server
const withByte = (at: number, byte: number) => Buffer.from(key.map((old, index) => (index === at ? byte : old)))
const pointsOffCurve = [
  Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
  withByte(0, 0),
  withByte(0, 6 + (key[64]! & 1)),
  withByte(64, key[64]! ^ 1),
  Buffer.concat([Buffer.of(4), Buffer.alloc(64, 0xff)]),
]

test('only allowed endpoints are accepted, and only from users', async () => {
  const ann = await createUser(server)
  const { subscription } = browser('/x')
  for (const endpoint of [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://nas.lan/x',
    'https://a:b@push.example.com/x',
    'https://push.example.com:8443/x',
    'https://push.example.com:22/x',
    'https://push.example.com:443/x',
    'https://PUSH.example.com/x',
    'https://push.example.com/a b',
    'https://push.example.com/x#1',
  ])
    expect(await outcome(start(ann, { ...subscription, endpoint }))).toBe('422 endpoint_refused endpoint')
  for (const endpoint of [
    'javascript:alert(1)',
    'x',
    `https://push.example.com/${'x'.repeat(2000)}`,
    'https://push.example.com/x\r\nHost: nas.lan',
    'https://push.exam\nple.com/x',
    'https://push.example.com/x\ty',
    'https://push.example.com/\0',
    'https://push.example.com/\u0085',
  ])
    expect(await outcome(start(ann, { ...subscription, endpoint }))).toBe('422 invalid endpoint')
  for (const auth of ['short', 'A'.repeat(21), 'A'.repeat(23), 'A'.repeat(24), 'A'.repeat(44), `${'A'.repeat(22)}\n`])
    expect(await outcome(start(ann, { ...subscription, keys: { ...subscription.keys, auth } }))).toBe('422 invalid keys.auth')
  for (const p256dh of pointsOffCurve.map((key) => key.toString('base64url')))
    expect(await outcome(start(ann, { ...subscription, keys: { ...subscription.keys, p256dh } }))).toBe('422 wrong_format keys.p256dh')
  expect((await ann.client(contract.getPush, {})).is_on).toBe(false)
  for (const call of [guest(contract.getPush, {}), guest(contract.stopPush, {}), guest(contract.startPush, { body: subscription })])
    expect(await outcome(call)).toBe('401 login_required')
  // A browser used by two accounts in sequence belongs to the later one.
  const bob = await createUser(server)
  await start(ann, subscription)
  await start(bob, subscription)
  expect((await ann.client(contract.getPush, {})).is_on).toBe(false)
})

test('a push service whose name later resolves to this machine is not called again', async () => {
  const quiet = await startTestServer({ WEB_PUSH: 'off' })
  const ann = await createUser(quiet)
  const { keys } = browser('/rebound').subscription
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const endpoint = 'https://push.example/rebound'
  await savePushAddress(quiet.db, ann.sessionId, { endpoint, p256dh, auth })
  const answers = ['93.184.216.34', '127.0.0.1', '::1', '::ffff:127.0.0.1']
  const resolved: string[] = []
  const guarded = createOutbound({
    allow: [],
    userAgent: 'test',
    resolve: () => (resolved.push(answers[resolved.length]!), Promise.resolve([resolved.at(-1)!])),
  })
  const kinds: unknown[] = []
  const fetchPublic: FetchPublic = (url, options) =>
    guarded.fetchPublic(url, { ...options, timeoutMs: 150 }).catch((error: unknown) => {
      kinds.push(error instanceof OutboundError && error.kind)
      throw error
    })
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) } as unknown as Log
  for (const _ of answers) {
    await notify(quiet.db, { kind: 'reminder', to: ann.id, details: { programme: 'Rivers' }, path: '/channels' })
    await sendDuePushes(
      { db: quiet.db, fetchPublic, limits: quiet.services.limits, log, subject: 'mailto:a@choice.test', allowed: [] },
      new AbortController().signal,
    )
  }
  expect([resolved, kinds]).toEqual([answers, ['unreachable', 'refused', 'refused', 'refused']])
  expect(to('/rebound')).toEqual([])
  // The log contains neither content nor endpoint.
  expect(JSON.stringify(warnings)).not.toMatch(/127\.0|::1|rebound/)
  guarded.stop()
})

test('an unusable stored subscription is deleted, and others still get pushes', async () => {
  const ownServer = await startTestServer({ WEB_PUSH: 'off' })
  const ann = await createUser(ownServer)
  const { keys } = browser('').subscription
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const badAddresses = [
    ...['https://push.example/a\r\nb', 'https://push.example:8443/c', 'https://127.0.0.1/d', 'x'].map((endpoint) => ({ endpoint, p256dh })),
    ...pointsOffCurve.map((point, index) => ({ endpoint: `https://push.example/${index}`, p256dh: point })),
  ]
  for (const address of [...badAddresses, { endpoint: 'https://push.example/good', p256dh }]) {
    const { sessionId } = await issueSession(ownServer.db, ann.id, 'Test browser')
    await savePushAddress(ownServer.db, sessionId, { auth, ...address })
  }
  const requests: string[] = []
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) } as unknown as Log
  const fetchPublic = ((url: string) => (requests.push(url), Promise.resolve())) as unknown as FetchPublic
  const tools = { db: ownServer.db, fetchPublic, limits: ownServer.services.limits, log, subject: 'mailto:a@choice.test', allowed: [] }
  await notify(ownServer.db, { kind: 'reminder', to: ann.id, details: { programme: 'Rivers' }, path: '/channels' })
  await sendDuePushes(tools, new AbortController().signal)
  expect([requests, warnings]).toEqual([['https://push.example/good'], []])
  expect(await ownServer.db.selectFrom('push_subscription').select('endpoint').execute()).toEqual([
    { endpoint: 'https://push.example/good' },
  ])
})

test('an operator can disable push', async () => {
  const off = await startTestServer({ WEB_PUSH: 'off' })
  const ann = await createUser(off)
  expect(await ann.client(contract.getPush, {})).toEqual({ public_key: null, is_on: false })
  expect(await outcome(start(ann, browser('/x').subscription))).toBe('403 push_off')
})
