import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract } from '../contract.ts'
import { notify } from './notify.ts'

const server = await startTestServer()
const { db, app, clientFor } = server
const secondServer = await server.again()
const serverUrls = await Promise.all([app, secondServer.app].map((item) => item.listen({ host: '127.0.0.1', port: 0 })))
const open: { leave: () => void; ended: Promise<void> }[] = []
afterAll(async () => {
  for (const { leave } of open) leave()
  await Promise.all(open.map(({ ended }) => ended))
})

const cookieOf = (token: string) => `${cookieNames.media}=${token}`
const path = notificationsContract.followEvents.path
async function openPage({ cookie }: Person, query = '', base = serverUrls[0]!) {
  const page = await followEvents(`${base}${path}${query}`, { cookie: cookieOf(cookie) })
  open.push(page)
  await page.waitFor(({ id }) => id !== undefined)
  return page
}
const isChangeOf = (topic: string) => (event: { name: string; data: { topics?: string[] } }) =>
  event.name === 'changed' && (event.data.topics ?? []).includes(topic)

test('a change reaches all pages of its user at all processes, with the tab that made it, and no others', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const pages = await Promise.all([openPage(ann), openPage(ann, '', serverUrls[1])])
  const outsider = await openPage(bob)
  const { id } = await makeChannel(clientFor({ token: ann.token, headers: { 'tab-id': 'tab-1' } }))
  for (const page of pages) {
    const { data } = await page.waitFor(isChangeOf('my-playlists'))
    expect(data.by).toBe('tab-1')
    expect(data.topics).toContain(`playlist:${id}`)
  }
  await secondServer.clientFor({ token: ann.token })(channelsContract.updatePlaylist, { params: { id }, body: { name: 'Renamed' } })
  await Promise.all(pages.map((page) => page.waitFor(({ data }) => data.by === null && (data.topics ?? []).includes(`playlist:${id}`))))
  expect(outsider.events.flatMap(({ data }) => data.topics)).toEqual([])
})

test('the end of a session closes its pages at all processes, and another session of the user continues', async () => {
  const ann = await createUser(server)
  const otherSession = await issueSession(db, ann.id, 'Another browser')
  const pages = await Promise.all([openPage(ann), openPage(ann, '', serverUrls[1])])
  const otherStream = await openPage({ ...ann, cookie: otherSession.cookie })
  await ann.client(accountsContract.logout, {})
  // The streams end long before the next heartbeat, which would check each session again.
  const endedIn = Promise.all(pages.map(({ ended }) => ended)).then(() => 'ended')
  expect(await Promise.race([endedIn, sleep(8000, 'went on', { ref: false })])).toBe('ended')
  expect((await fetch(`${serverUrls[0]}${path}`, { headers: { cookie: cookieOf(ann.cookie) } })).status).toBe(401)
  await makeChannel(clientFor({ token: otherSession.access_token }))
  await otherStream.waitFor(isChangeOf('my-playlists'))
})

test('hundreds of simultaneous changes to videos are sent as one change of all videos', async () => {
  const ann = await createUser(server)
  const { seriesId, playlistId, videoIds } = await makeFilledChannel(
    db,
    ann.client,
    Array.from({ length: 300 }, (_, n) => `${n}`),
  )
  const page = await openPage(ann)
  await ann.client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: videoIds } })
  const { data } = await page.waitFor(isChangeOf('video:*'))
  expect(data.topics).toContain(`playlist:${playlistId}`)
  expect(data.topics!.length).toBeLessThan(10)
})

test('a user who opens streams repeatedly is asked to wait', async () => {
  const ann = await createUser(server)
  const streamsOpened = () => server.services.limits.count(`event-streams:${ann.id}`, { max: 120, windowSeconds: 60 }, 120)
  const statusOf = async () => {
    streamsOpened()
    const response = await fetch(`${serverUrls[0]}${path}?seconds=3600`, { headers: { cookie: cookieOf(ann.cookie) } })
    await response.body?.cancel()
    return response.status
  }
  // Two requests, because a new minute, with a new limit, may begin between them.
  expect([await statusOf(), await statusOf()]).toContain(429)
})

test('refused calls send no events, and guests have no stream', async () => {
  const ann = await createUser(server)
  const page = await openPage(ann)
  const unknownId = { params: { id: 'a'.repeat(11) }, body: { name: 'x' } }
  expect(await outcome(ann.client(channelsContract.updateSeries, unknownId))).toBe('404 not_found')
  await makeChannel(ann.client)
  await page.waitFor(isChangeOf('my-playlists'))
  expect(page.events.flatMap(({ data }) => data.topics).filter((topic) => topic?.startsWith('series:'))).toEqual([])
  const responses = await Promise.all([
    fetch(`${serverUrls[0]}${path}`),
    fetch(`${serverUrls[0]}${path}`, { headers: { cookie: cookieOf('wrong') } }),
    fetch(`${serverUrls[0]}${path}`, { headers: { cookie: cookieOf(ann.cookie), 'sec-fetch-site': 'cross-site' } }),
    fetch(`${serverUrls[0]}${path}?seconds=x`, { headers: { cookie: cookieOf(ann.cookie) } }),
    fetch(`${serverUrls[0]}${path}?last_event_id=${'x'.repeat(201)}`, { headers: { cookie: cookieOf(ann.cookie) } }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 403, 422, 422])
})

test('team members get events of team content, and of nothing else the caller changed', async () => {
  const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
  const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
  const [bobs, eves] = [await openPage(bob), await openPage(eve)]
  const ownChannel = await makeChannel(ann.client)
  const ours = await makeChannel(clientFor({ token: ann.token, teamId }))
  const { data } = await bobs.waitFor(isChangeOf(`playlist:${ours.id}`))
  expect(data.topics).toContain('my-playlists')
  await ann.client(channelsContract.updatePlaylist, { params: { id: ours.id }, body: { name: 'New' } })
  await ann.client(channelsContract.updatePlaylist, { params: { id: ownChannel.id }, body: { name: 'New' } })
  const laterChannel = await makeChannel(clientFor({ token: ann.token, teamId }))
  await bobs.waitFor(isChangeOf(`playlist:${laterChannel.id}`))
  expect(bobs.events.flatMap(({ data: { topics } }) => topics)).not.toContain(`playlist:${ownChannel.id}`)
  expect(eves.events.flatMap(({ data: { topics } }) => topics)).toEqual([])
})

test('a reconnecting page gets missed events once; with an unknown or old id, it gets an event to refetch everything', async () => {
  const ann = await createUser(server)
  const first = await openPage(ann)
  const { id } = await makeChannel(ann.client)
  await first.waitFor(isChangeOf(`playlist:${id}`))
  const lastId = first.lastId()!
  first.leave()
  await first.ended
  // Changes are published shortly after the response. Once this page gets a change from the other process, that process has stored it.
  const unaffectedFollow = await openPage(ann, '', serverUrls[1])
  const missed = await makeFilledChannel(db, ann.client)
  await notify(db, { kind: 'reminder', to: ann.id, details: { programme: 'P' }, path: '/channels' })
  await unaffectedFollow.waitFor(({ name }) => name === 'notification')
  await unaffectedFollow.waitFor(isChangeOf(`playlist:${missed.playlistId}`))
  // Resumes at the other process, as if the first process had ended.
  const second = await openPage(ann, `?last_event_id=${encodeURIComponent(lastId)}`, serverUrls[1])
  await second.waitFor(({ name }) => name === 'notification')
  await second.waitFor(isChangeOf(`playlist:${missed.playlistId}`))
  const topics = second.events.flatMap(({ data }) => data.topics ?? [])
  expect(topics).not.toContain(`playlist:${id}`)
  expect(second.events.filter(({ name }) => name === 'notification')).toHaveLength(1)
  // The server sends its position last. If the connection breaks before that, the page reads everything again.
  const topicsAt = second.events.findIndex(isChangeOf(`playlist:${missed.playlistId}`))
  expect(second.events.findIndex(({ id }) => id !== undefined)).toBeGreaterThanOrEqual(topicsAt)

  const byTime = await openPage(ann, '?seconds=60')
  await byTime.waitFor(isChangeOf(`playlist:${id}`))
  const old = `${Date.now() - 4_000_000}.${lastId.split('.')[1]}`
  const future = `${Date.now()}.9000000000:9000000000:`
  for (const unknownId of ['x', old, future, `${Date.now()}.5:4:`, `${Date.now()}.4:9:3`]) {
    const page = await openPage(ann, `?last_event_id=${encodeURIComponent(unknownId)}`)
    await page.waitFor(isChangeOf('*'))
    page.leave()
  }
})

test('a hundred simultaneous changes arrive in few events without loss, and a thousand as one event to refetch everything', async () => {
  const ann = await createUser(server)
  const page = await openPage(ann)
  const publish = (names: readonly string[]) =>
    server.services.live.publish(names.map((topic) => ({ to: ann.id, name: 'changed', data: { topics: [topic], by: null } })))
  const names = (start: string, count: number) => Array.from({ length: count }, (_, index) => `${start}:${index}`)
  publish(names('video', 100))
  await page.waitFor(isChangeOf('video:99'))
  const topics = page.events.flatMap((event) => event.data.topics ?? [])
  expect([topics.toSorted(), page.events.length <= 3]).toEqual([names('video', 100).toSorted(), true])
  publish(names('series', 1000))
  await page.waitFor(isChangeOf('*'))
})

/** Opens a page that only records the changes it receives. */
async function followChanges({ cookie }: Person, query = '', base = serverUrls[0]!) {
  const leaving = new AbortController()
  const response = await fetch(`${base}${path}${query}`, { headers: { cookie: cookieOf(cookie) }, signal: leaving.signal })
  const page = { told: new Set<number>(), isToldOfAll: false, lastId: '', leave: () => leaving.abort() }
  const ended = (async () => {
    let remainder = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const lines = (remainder + chunk).split('\n')
      remainder = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('id: ')) page.lastId = line.slice(4)
        if (line.includes('"*"')) page.isToldOfAll = true
        for (const [, n] of line.matchAll(/"change:(\d+)/g)) page.told.add(Number(n))
      }
    }
  })().catch(() => undefined)
  open.push({ leave: page.leave, ended })
  return page
}
const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed / 1e6
}

test("ten thousand changes within a minute reach open and reconnecting pages, and aren't stored", { tags: ['slow'] }, async () => {
  const ann = await createUser(server)
  const count = 10_000
  const numbers = Array.from({ length: count }, (_, n) => n)
  const [first, second, leaver] = [await followChanges(ann), await followChanges(ann, '', serverUrls[1]), await followChanges(ann)]
  await vi.waitFor(() => expect([first, second, leaver].every(({ lastId }) => lastId)).toBe(true), { timeout: 20_000 })
  const before = collectGarbage()
  // Each change has a kilobyte, so that ten thousand changes would take ten megabytes.
  const filling = 'x'.repeat(1000)
  let returned: Awaited<ReturnType<typeof followChanges>> | undefined
  for (let n = 0; n < count; n += 10) {
    const changes = numbers.slice(n, n + 10)
    server.services.live.publish(
      changes.map((change) => ({ to: ann.id, name: 'changed', data: { topics: [`change:${change}:${filling}`], by: null } })),
    )
    if (n === 3000) leaver.leave()
    if (n === 5000) returned = await followChanges(ann, `?last_event_id=${encodeURIComponent(leaver.lastId)}`, serverUrls[1])
    await sleep(20)
  }
  const isComplete = ({ told, isToldOfAll }: typeof first) => isToldOfAll || told.size === count
  await vi.waitFor(() => expect([first, second].map(isComplete)).toEqual([true, true]), { timeout: 20_000 })
  await vi.waitFor(() => expect(returned!.told.has(count - 1)).toBe(true), { timeout: 20_000 })
  expect(returned!.isToldOfAll || numbers.every((n) => leaver.told.has(n) || returned!.told.has(n))).toBe(true)
  expect(collectGarbage() - before, 'MB more').toBeLessThan(8)
})

test('a transaction that commits after a later one is still sent', async () => {
  const ann = await createUser(server)
  const page = await openPage(ann)
  const notifyFrom = (to: typeof db, programme: string) =>
    notify(to, { kind: 'reminder', to: ann.id, details: { programme }, path: '/channels' })
  await db.transaction().execute(async (tx) => {
    await notifyFrom(tx, 'early')
    await notifyFrom(db, 'late')
    await page.waitFor(({ name }) => name === 'notification')
  })
  const receivedCount = () => new Set(page.events.flatMap(({ name, data }) => (name === 'notification' ? data.id : []))).size
  await vi.waitFor(() => expect(receivedCount()).toBe(2), { timeout: 20_000 })
})
