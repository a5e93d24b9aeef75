import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { guestReadLimit, reservedUnits } from '#kit/server/http/guest-reads.ts'
import { limits } from '#features/channels/limits.ts'
import { linkMaxLength } from '#features/media/contract.ts'
import { makeWeb } from '#test/built-web.ts'
import { fillChannel, fillSeries, makeChannel, makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-large-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1/32' }, { webDir: makeWeb(webDir), checkAnswers: false })
const { app, db } = server
const ann = await createUser(server)

/** Texts of the maximum length, of a character that takes six bytes in a page. */
const text = (length: number) => '<'.repeat(length)
const link = (start: string) => start.padEnd(linkMaxLength, 'x')
let large: string
let last: { id: string; title: string }
let small: string
beforeAll(async () => {
  large = (await makeChannel(ann.client)).id
  const tags = Array.from({ length: limits.tags }, (_, index) => `${index}`.padEnd(limits.tag, '<'))
  const texts = { description: text(limits.text), name: text(limits.name) }
  await db
    .updateTable('playlist')
    .set({ ...texts, tags })
    .where('id', '=', large)
    .execute()
  const series = await fillChannel(db, large, limits.series)
  await db
    .updateTable('series')
    .set({ ...texts, name: text(limits.title) })
    .where('playlist_id', '=', large)
    .execute()
  const longText = text(limits.title)
  const fields = {
    description: text(limits.text),
    more_description: text(limits.text),
    more_title: longText,
    more_info_title: longText,
    go_to: link('https://films.test/'),
    go_to_title: longText,
    src: link('https://films.test/film.mp4?'),
  }
  const titles = Array.from({ length: limits.videos / limits.series }, () => text(limits.title))
  const ids: string[] = []
  for (const id of series) ids.push(...(await fillSeries(db, id, titles, fields)))
  last = { id: ids.at(-1)!, title: 'The last of all' }
  await db.updateTable('video').set({ title: last.title }).where('id', '=', last.id).execute()
  small = (await makeFilledChannel(db, ann.client)).playlistId
  await sql`analyze`.execute(db)
})

/** Number of IP addresses used so far: by default, each guest reads from a new address. */
let addresses = 0
const get = (url: string, address = `192.0.2.${++addresses}`) =>
  app.inject({ url, headers: { accept: 'text/html', 'x-forwarded-for': address } })

test('the page of the largest channel costs the server’s thread at most five times a small one’s', async () => {
  const measureMs = async (playlistId: string) => {
    const pages = 5
    const before = process.threadCpuUsage()
    for (let page = 0; page < pages; page++)
      expect((await get(`/en/playlists?playlist=${playlistId}`)).rawPayload.length).toBeLessThan(400 * 1024)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 / pages
  }
  const ratios: number[] = []
  for (let round = 0; round < 7; round++) ratios.push((await measureMs(large)) / (await measureMs(small)))
  // Compares the median, because other work of the machine distorts some rounds.
  expect(ratios.toSorted((a, b) => a - b)[3]).toBeLessThan(5)
})

test('the page of a video in the largest channel has the video’s head; a separate call loads the channel', async () => {
  const { body } = await get(`/en/playlists?playlist=${large}&video=${last.id}`)
  expect(body).toContain(`<title>${last.title} · `)
  expect(body).not.toContain(`/api/playlists/${large}"`)
})

test('a small channel is embedded in its page', async () => {
  expect((await get(`/en/playlists?playlist=${small}`)).body).toContain(`/api/playlists/${small}"`)
})

/**
 * Uses up these units of a new address's read limit. Stops the clock, so that the limit's minute doesn't end during a test.
 * @returns the address
 */
function addressWithUnitsUsed(units: number): string {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const address = `198.51.100.${++addresses}`
  server.services.limits.add(`guest-bytes:${address}`, guestReadLimit, units)
  return address
}
afterEach(() => void vi.useRealTimers())
/** Units of earlier reads, which leave room for one more large read. After that, there is room only for small reads. */
const unitsBefore = guestReadLimit.max - reservedUnits - 250

test.each([
  ['the largest channel', () => `/api/playlists/${large}`],
  ['the channel’s page', () => `/en/playlists?playlist=${large}`],
  ['the channel’s feed', () => `/feeds/${large}.xml`],
  ['the channel’s player', () => `/embed/channel/${large}`],
])('a guest who reads %s repeatedly is asked to retry later, and others are not', async (_, url) => {
  const address = addressWithUnitsUsed(unitsBefore)
  const responses: Awaited<ReturnType<typeof get>>[] = []
  for (let read = 0; read < 3; read++) responses.push(await get(url(), address))
  const refusal = responses.at(-1)!
  expect([refusal.statusCode, Number(refusal.headers['retry-after'])]).toEqual([429, expect.toSatisfy((s: number) => s > 0 && s <= 61)])
  expect((await get(url())).statusCode).toBe(200)
})

test('a household near the limit can still read small channels', async () => {
  const address = addressWithUnitsUsed(unitsBefore)
  for (let read = 0; read < 50; read++) expect((await get(`/api/playlists/${small}`, address)).statusCode).toBe(200)
})

test('logged-in users are not limited', async () => {
  const address = addressWithUnitsUsed(guestReadLimit.max)
  const { statusCode } = await app.inject({
    url: `/api/playlists/${small}`,
    headers: { 'x-forwarded-for': address, authorization: `Bearer ${ann.token}` },
  })
  expect(statusCode).toBe(200)
})

test('other requests are answered while many guests read the largest channel', { tags: ['slow'] }, async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const fetchStatus = async (path: string) => {
    const response = await fetch(origin + path, { headers: { accept: 'text/html', 'x-forwarded-for': `203.0.113.${++addresses}` } })
    await response.arrayBuffer()
    return response.status
  }
  let largeResponses = 0
  let refusals = 0
  const reading = Array.from({ length: 40 }, async (_, index) => {
    const status = await fetchStatus(index % 2 ? `/en/playlists?playlist=${large}` : `/api/playlists/${large}`)
    if (status === 200) largeResponses++
    else refusals++
    return status
  })
  /** Numbers of large responses that are sent while a small request waits. They don't depend on the machine's speed. */
  const between: number[] = []
  while (largeResponses + refusals < reading.length) {
    const before = largeResponses
    expect([await fetchStatus('/health'), await fetchStatus(`/api/playlists/${small}`)]).toEqual([200, 200])
    between.push(largeResponses - before)
  }
  // Requests that have waited too long get 503.
  for (const status of await Promise.all(reading)) expect([200, 503]).toContain(status)
  expect(largeResponses).toBeGreaterThan(0)
  expect(Math.max(...between)).toBeLessThan(10)
})
