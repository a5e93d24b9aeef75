import { expect, test, vi } from 'vitest'
import { createUser } from '#test/people.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { sendList } from '#test/stream-source.ts'
import { startRelayedStreams, type RelayCaller } from '#test/relayed-streams.ts'

const { source, server, db, services, relayedChannel, one, get, cookieOf, opened, followed } = await startRelayedStreams()

test('a user watches in at most three browsers, guests at one address in six; zapping counts as one', async () => {
  const ann = await createUser(server)
  const cookies = [ann.cookie]
  for (let n = 0; n < 3; n++) cookies.push((await issueSession(db, ann.id, 'Another browser')).cookie)
  const users = cookies.map((cookie) => cookieOf({ ...ann, cookie }))
  const guests = Array.from({ length: 7 }, (_, n) => ({ remoteAddress: '198.51.100.7', headers: { 'user-agent': `Browser ${n}` } }))
  const channels = await Promise.all(Array.from({ length: 5 }, () => relayedChannel()))
  const watch = async (id: string, cookie: RelayCaller) => (await get(await opened(id, cookie), cookie)).statusCode
  for (const browsers of [users, guests]) {
    const statuses: number[] = []
    for (const cookie of browsers) statuses.push(await watch(channels[0]!.id, cookie))
    expect(statuses).toEqual([...browsers.slice(1).map(() => 200), 429])
    // The first browser can still watch, also other channels.
    for (const { id } of [...channels, channels[0]!]) expect(await watch(id, browsers[0]!)).toBe(200)
    expect(await watch(channels[0]!.id, browsers.at(-1)!)).toBe(429)
  }
})

test('upstream requests per minute are limited for one viewer, and others continue', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  // Starts at the beginning of a minute, so that the whole test is within this minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 + 1000 })
  try {
    const { part } = await followed(one.id, cookieOf(ann))
    services.limits.count(`asked-relay:${ann.id}`, { max: 3000, windowSeconds: 60 }, 2990)
    const statuses: number[] = []
    for (let n = 0; n < 9; n++) statuses.push((await get(part, cookieOf(ann))).statusCode)
    expect(statuses).toEqual([...Array<number>(8).fill(200), 429])
    for (const cookie of [cookieOf(bob), undefined]) expect((await get((await followed(one.id, cookie)).part, cookie)).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('a long playlist counts as many requests', async () => {
  const segments = Array.from({ length: 14_000 }, (_, n) => `#EXTINF:4,\n/one/a.ts?segment=${n}`)
  source.answers.set('/long.m3u8', sendList(['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...segments]))
  const long = await relayedChannel({ stream_url: source.url('/long.m3u8') })
  const ann = await createUser(server)
  // Starts at the beginning of a minute, so that the whole test is within this minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 + 1000 })
  try {
    const address = await opened(long.id, cookieOf(ann))
    services.limits.count(`asked-relay:${ann.id}`, { max: 3000, windowSeconds: 60 }, 2900)
    const statuses = [(await get(address, cookieOf(ann))).statusCode, (await get(address, cookieOf(ann))).statusCode]
    expect(statuses).toEqual([200, 429])
  } finally {
    vi.useRealTimers()
  }
})
