// @module-tag slow
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { solveCaptchaFor, createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'
import { sendList, sendPart, startStreamSource } from './stream-source.ts'
import { makeTvChannel } from './television.ts'

const source = await startStreamSource()
source.answers.set('/tv.m3u8', sendList(['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:4,', '/a.ts']))
source.answers.set('/a.ts', sendPart(Buffer.alloc(50_000, 'segment'), 'video/mp2t'))
const { db, start } = await createServerProcesses()
const settings = { OUTBOUND_ALLOW: source.host, TRUSTED_PROXIES: '127.0.0.1' }
const [first, second, site] = await Promise.all([
  start('one', { ...settings, WORKER: 'relay' }),
  start('two', { ...settings, WORKER: 'relay' }),
  start('site', { ...settings, WORKER: 'off' }),
])
type Instance = typeof first
await db.insertInto('tv_source').values({ id: 'RelayList01', kind: 'm3u', name: 'list.m3u', is_relayed: true }).execute()
const channels = await Promise.all(
  Array.from({ length: 6 }, async (_, n) => {
    const { id } = await makeTvChannel(db, { stream_url: source.url('/tv.m3u8') })
    const channelRow = { source_id: 'RelayList01', hash: n + 1, list_name: 'One', list_url: source.url('/tv.m3u8') }
    await db.updateTable('tv_channel').set(channelRow).where('id', '=', id).execute()
    return id
  }),
)
const ann = await createUser({ db, clientFor: site.clientFor })
const operator = await createUser({ db, clientFor: site.clientFor }, { is_operator: true })

const get = (instance: Instance, path: string, headers: Record<string, string>) =>
  fetch(instance.url + path, { headers, redirect: 'manual' })
async function openAt(instance: Instance, channel: string, headers: Record<string, string>): Promise<string> {
  return (await get(instance, `/media/relay/${channel}/live/open`, headers)).headers.get('location')!
}
const watch = async (instance: Instance, channel: string, headers: Record<string, string>) =>
  (await get(instance, await openAt(instance, channel, headers), headers)).status
const cookieOf = (cookie: string) => ({ cookie: `${cookieNames.media}=${cookie}` })
const logInAgain = async () => cookieOf((await issueSession(db, ann.id, 'Another browser')).cookie)

test('a relay serves only streams, health and readiness', async () => {
  const statuses = (instance: Instance) =>
    Promise.all(
      ['/health', '/ready', '/', '/en', '/api/countries', '/api/events', '/sw.js'].map(
        async (path) => (await get(instance, path, {})).status,
      ),
    )
  // Repeats, because on a busy machine readiness may take longer than its limit of a second.
  await vi.waitFor(async () => expect(await statuses(first)).toEqual([200, 200, 404, 404, 404, 404, 404]))
  expect((await statuses(site)).slice(4, 5)).toEqual([200])
})

test('an address opened at one instance plays at every other', async () => {
  const headers = await logInAgain()
  const list = await openAt(first, channels[0]!, headers)
  for (const instance of [second, site, first]) {
    const response = await get(instance, list, headers)
    expect(response.status).toBe(200)
    const part = new URL(
      (await response.text()).split('\n').find((line) => line && !line.startsWith('#'))!,
      `http://x${list}`,
    )
    const sent = await get(second, part.pathname + part.search, headers)
    expect([sent.status, (await sent.arrayBuffer()).byteLength]).toEqual([200, 50_000])
  }
  const places = await db.selectFrom('relay_place').select('stream').execute()
  expect(places).toEqual([{ stream: `${channels[0]} live` }])
  await db.deleteFrom('relay_place').execute()
})

test('users have three places and guests six at all instances together, and zapping across them counts as one', async () => {
  const guestAt = (n: number) => ({ 'x-forwarded-for': '198.51.100.7', 'user-agent': `Browser ${n}` })
  const sites = [first, second, site]
  for (const [browsers, max] of [
    [[cookieOf(ann.cookie), ...(await Promise.all(Array.from({ length: 4 }, logInAgain)))], 3],
    [Array.from({ length: 9 }, (_, n) => guestAt(n)), 6],
  ] as [Record<string, string>[], number][]) {
    const statuses = await Promise.all(browsers.map((headers, n) => watch(sites[n % 3]!, channels[0]!, headers)))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(max).fill(200), ...Array<number>(browsers.length - max).fill(429)])
    const watching = browsers[statuses.indexOf(200)]!
    const refusedBrowser = browsers[statuses.indexOf(429)]!
    for (const [n, id] of channels.entries()) expect(await watch(sites[n % 3]!, id, watching)).toBe(200)
    for (const instance of sites) expect(await watch(instance, channels[0]!, refusedBrowser)).toBe(429)
  }
})

test('a suspension ends the streams of a user at every instance at once', async () => {
  const bob = await createUser({ db, clientFor: site.clientFor })
  const headers = cookieOf(bob.cookie)
  const list = await openAt(first, channels[0]!, headers)
  const statuses = () => Promise.all([first, second, site].map(async (at) => (await get(at, list, headers)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  const body = { suspension: { reason: 'Spam', until: null }, reason: 'Spam' }
  await operator.client(operatorContract.updateUser, { params: { id: bob.id }, body })
  expect(await statuses()).toEqual([404, 404, 404])
})

test('a relay runs no jobs', async () => {
  await site.guest(accountsContract.startSignUp, { body: { email: 'cas@example.com', captcha: await solveCaptchaFor(site.guest) } })
  await sleep(2500)
  const mailJobs = await db.selectFrom('job').select('state').where('name', '=', 'mail').execute()
  expect(mailJobs).toEqual([{ state: 'waiting' }])
  expect([first, second].map(({ outbox }) => existsSync(outbox))).toEqual([false, false])
})

test('streams continue at another relay when one is killed', async () => {
  const cas = await createUser({ db, clientFor: site.clientFor })
  const headers = cookieOf(cas.cookie)
  const list = await openAt(first, channels[0]!, headers)
  expect((await get(first, list, headers)).status).toBe(200)
  first.child.kill('SIGKILL')
  expect((await get(second, list, headers)).status).toBe(200)
})
