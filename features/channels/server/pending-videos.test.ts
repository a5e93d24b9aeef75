import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { mediaContract } from '#features/media/contract.ts'
import { channelsContract as contract } from '../contract.ts'
import { fetchPendingVideosJob } from './pending-videos.ts'

const poster = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()
/** Paths requested from the other site. */
let requestedPaths: string[] = []
const pageServer = createServer((request, response) => {
  const path = request.url ?? ''
  requestedPaths.push(path)
  if (path === '/poster.png') return response.end(poster)
  if (path.startsWith('/to/') && request.headers.host !== hosts.victim)
    return response.writeHead(302, { location: `http://${hosts.victim}${path}` }).end()
  const picture = path.startsWith('/pictured/') ? '<meta property="og:image" content="/poster.png">' : ''
  return response
    .setHeader('content-type', 'text/html')
    .end(
      `<title>Page ${path}</title><meta name="description" content="About ${path}"><meta property="og:video:duration" content="60">${picture}`,
    )
})
await new Promise<void>((resolve) => pageServer.listen(0, '0.0.0.0', resolve))
afterAll(() => void pageServer.close())
const { port } = pageServer.address() as AddressInfo
/** Hosts by name. Limits count each IP address as a host. */
const hosts = { site: `127.0.0.1:${port}`, evil: `127.0.0.2:${port}`, victim: `127.0.0.3:${port}` }
const link = (path: string | number, place = hosts.site) => `http://${place}/${path}`
const makeLinks = (count: number, of: (n: number) => string = link) => Array.from({ length: count }, (_, n) => of(n))

const server = await startTestServer({ OUTBOUND_ALLOW: Object.values(hosts).join() })
const { db, services } = server

beforeEach(async () => {
  requestedPaths = []
  await resetRateLimits()
  await db.deleteFrom('link').execute()
  await db.deleteFrom('video').execute()
})
const resetRateLimits = () => db.deleteFrom('rate_limit').execute()
/** Uses up a host's limit for all users, except for `left` requests. */
const useUpLimit = async (host: string, left: number) => {
  for (let n = left; n < 300; n++) await services.limits.take(`host:${host}`, { max: 300, windowSeconds: 60 })
}

async function createNewUser() {
  const { client, id } = await createUser(server)
  const { id: channel } = await makeChannel(client)
  const add = (links: string[]) => client(contract.addLinks, { params: { id: channel }, body: links })
  const videos = async () => (await client(contract.getPlaylist, { params: { id: channel } })).series.flatMap((series) => series.videos)
  return { client, userId: id, channel, add, videos }
}
const pendingOf = async (videos: () => Promise<{ is_pending: boolean }[]>) => (await videos()).filter((video) => video.is_pending).length
const runFetchJob = () => services.jobs.send(fetchPendingVideosJob, {})
/** Runs the job until the limits refuse further requests. */
const retryFetchUntil = async (videos: () => Promise<{ is_pending: boolean }[]>, left: number) => {
  await runFetchJob()
  await vi.waitFor(async () => expect(await pendingOf(videos)).toBe(left), { timeout: 20_000, interval: 50 })
}

test('all of 50 links to one host are added; 30 pages are fetched immediately, the others later', async () => {
  const ann = await createNewUser()
  const { videos } = await ann.add(makeLinks(50, (n) => link(n < 40 ? n : `pictured/${n}`)))
  expect(videos).toHaveLength(50)
  const now = videos.filter(({ is_pending }) => !is_pending)
  expect([now.length, requestedPaths.length]).toEqual([30, 30])
  const laterVideo = videos.at(-1)!
  expect(laterVideo).toMatchObject({
    title: expect.stringMatching(/^127\.0\.0\.1\/pictured\/\d+$/),
    duration: null,
    image: null,
    description: '',
  })

  await resetRateLimits()
  await retryFetchUntil(ann.videos, 0)
  const path = new URL(laterVideo.src!).pathname
  expect((await ann.videos()).find(({ id }) => id === laterVideo.id)).toMatchObject({
    title: `Page ${path}`,
    description: `About ${path}`,
    duration: 60,
    image: expect.stringMatching(/^\/media\/pictures\//),
    is_pending: false,
  })
  expect(requestedPaths.filter((requestedPath) => requestedPath !== '/poster.png')).toHaveLength(50)
})

test('the job obeys the limits and continues when they allow more', async () => {
  const ann = await createNewUser()
  await ann.add(makeLinks(50))
  await ann.add(makeLinks(50, (n) => link(`more-${n}`)))
  expect([await pendingOf(ann.videos), requestedPaths.length]).toEqual([70, 30])
  await resetRateLimits()
  await retryFetchUntil(ann.videos, 40)
  expect(requestedPaths.length).toBe(60)
  await runFetchJob()
  await resetRateLimits()
  await retryFetchUntil(ann.videos, 10)
  expect(requestedPaths.length).toBe(90)
})

test('changes by a user before the page is fetched are kept', async () => {
  const ann = await createNewUser()
  await useUpLimit('127.0.0.1', 0)
  const [titled, described, movedVideo] = (await ann.add(makeLinks(3))).videos
  const change = (id: string, body: object) => ann.client(contract.updateVideo, { params: { id }, body })
  await change(titled!.id, { title: 'My own title', image: new Blob([poster], { type: 'image/png' }) }).catch(() => undefined)
  await change(titled!.id, { title: 'My own title' })
  await change(described!.id, { description: 'My own words' })
  await change(movedVideo!.id, { src: 'https://vimeo.com/76979871' }).catch(() => undefined)
  await db
    .updateTable('video')
    .set({ src: link('elsewhere') })
    .where('id', '=', movedVideo!.id)
    .execute()
  await resetRateLimits()
  await retryFetchUntil(ann.videos, 0)
  const [first, second, third] = await ann.videos()
  expect(first).toMatchObject({ title: 'My own title', description: 'About /0', duration: 60 })
  expect(second).toMatchObject({ title: 'Page /1', description: 'My own words' })
  expect(third).toMatchObject({ src: link('elsewhere'), is_pending: false })
})

test('a range of the user is kept, even if it begins after the end time in the address', async () => {
  const ann = await createNewUser()
  await useUpLimit('127.0.0.1', 0)
  const series = await makeSeries(ann.client, ann.channel)
  const { videos } = await ann.client(contract.addVideos, {
    params: { id: series.id },
    body: {
      videos: [
        { src: link('a.mp4#t=1,4'), title: 'Own start', start_at: 6 },
        { src: link('b.mp4#t=1,4'), title: 'Own end', end_at: 3 },
        { src: link('c.mp4#t=1,4'), title: 'Of the address' },
      ],
    },
  })
  expect(videos.map(({ is_pending }) => is_pending)).toEqual([true, true, true])
  await resetRateLimits()
  await retryFetchUntil(ann.videos, 0)
  expect((await ann.videos()).map(({ start_at, end_at }) => [start_at, end_at])).toEqual([
    [6, null],
    [null, 3],
    [null, 4],
  ])
})

test('forms with titles and changed addresses can be pending too', async () => {
  const ann = await createNewUser()
  await useUpLimit('127.0.0.1', 0)
  const series = await makeSeries(ann.client, ann.channel)
  const [old] = await fillSeries(db, series.id, ['Old'])
  const { videos } = await ann.client(contract.addVideos, {
    params: { id: series.id },
    body: { videos: [{ src: link('a'), title: 'Mine' }] },
  })
  const changed = await ann.client(contract.updateVideo, { params: { id: old! }, body: { src: link('b') } })
  expect([videos[1], changed]).toMatchObject([
    { title: 'Mine', is_pending: true },
    { title: 'Old', is_pending: true },
  ])
  await resetRateLimits()
  await retryFetchUntil(ann.videos, 0)
  expect((await ann.videos()).map(({ title, duration }) => [title, duration])).toEqual([
    ['Old', 60],
    ['Mine', 60],
  ])
})

test('all users together can send 300 requests per host, and each user 200 links', async () => {
  const [ann, bob] = [await createNewUser(), await createNewUser()]
  await useUpLimit('127.0.0.1', 20)
  await Promise.all([ann.add(makeLinks(15)), bob.add(makeLinks(15, (n) => link(`bob-${n}`)))])
  expect(requestedPaths.length).toBe(20)
  expect((await pendingOf(ann.videos)) + (await pendingOf(bob.videos))).toBe(10)
  await resetRateLimits()
  for (let n = 0; n < 195; n++) await services.limits.take(`links:${ann.userId}`, { max: 200, windowSeconds: 60 })
  await db.deleteFrom('video').execute()
  await ann.add([...makeLinks(4, (n) => link(`x-${n}`)), ...makeLinks(4, (n) => link(`x-${n}`, hosts.victim))])
  expect(await pendingOf(ann.videos)).toBe(3)
})

test('redirects count towards the limit of their target host', async () => {
  const ann = await createNewUser()
  await ann.add(makeLinks(20, (n) => link(`to/${n}`, hosts.evil)))
  await ann.add(makeLinks(20, (n) => link(`to/again/${n}`)))
  expect(requestedPaths.filter((path) => path.startsWith('/to/')).length).toBeGreaterThan(30)
  // Each redirect counts for the redirecting host and for its target.
  expect(requestedPaths.length).toBe(40 + 30)
  expect(await pendingOf(ann.videos)).toBe(10)
})

test('above the limit of a host, a preview is pending and a picture is refused', async () => {
  const ann = await createNewUser()
  await useUpLimit('127.0.0.1', 0)
  expect(await ann.client(mediaContract.getMeta, { body: { url: link('x') } })).toMatchObject({
    is_pending: true,
    reached: false,
    title: '127.0.0.1/x',
  })
  const { id } = await makeSeries(ann.client, ann.channel)
  const body = { videos: [{ src: 'https://vimeo.com/1', title: 'x', image: link('poster.png') }] }
  expect(await outcome(ann.client(contract.addVideos, { params: { id }, body }))).toBe('429 too_many')
  expect(requestedPaths).toEqual([])
})

test('a forbidden address is refused even above the limits', async () => {
  const ann = await createNewUser()
  for (let n = 0; n < 200; n++) await services.limits.take(`links:${ann.userId}`, { max: 200, windowSeconds: 60 })
  expect(await outcome(ann.add([link('x'), 'http://127.0.0.1:1/'])).catch(String)).toBe('422 link_invalid 1')
})

test('a video that is pending for a day is given up', async () => {
  const ann = await createNewUser()
  await useUpLimit('127.0.0.1', 0)
  await ann.add(makeLinks(2))
  await db
    .updateTable('video')
    .set({ pending_since: new Date(Date.now() - 25 * 3_600_000) })
    .where('src', '=', link(0))
    .execute()
  await retryFetchUntil(ann.videos, 1)
  expect((await ann.videos()).map(({ title }) => title)).toEqual(['127.0.0.1/0', '127.0.0.1/1'])
})
