import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { commonErrors } from '#kit/contract/problems.ts'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createDb } from '../db/db.ts'
import { fail } from './fail.ts'
import { createHttp } from './app.ts'
import type { GuestReads } from './guest-reads.ts'
import { mount } from './mount.ts'
import { servePages } from './pages.ts'

const contract = defineContract({
  getNote: {
    method: 'GET',
    path: '/api/notes/:id',
    summary: 'A note',
    access: 'anyone',
    actsFor: 'user',
    params: z.object({ id: z.string() }),
    output: z.object({ text: z.string() }),
  },
})
const folder = mkdtempSync(join(tmpdir(), 'choice-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const template = join(folder, 'index.html')
const screenFiles = { '/one': ['/assets/en/One-a.js', '/assets/one-b.css'] }
writeFileSync(
  template,
  `<!doctype html><html lang="en"><head><title>x</title><script type="application/json" id="screen-files">${JSON.stringify(screenFiles)}</script></head><body></body></html>`,
)

const evil = `</script><script>alert(1)</script><!-- \u2028"'<b>$&`
const refusals = {
  away: new Error('Connection terminated'),
  busy: [commonErrors.too_many, { retryAfter: 7 }],
  hidden: [commonErrors.not_found, {}],
} as const
const requestedPaths: string[] = []
const countedFor: string[] = []
const guestReads: GuestReads = new Map()
const texts = { en: { kit: en }, nl: { kit: nl } }
const app = createHttp({ log: pino({ level: 'silent' }), texts, isHttps: false })
const mountOptions = {
  db: createDb({ connection: {}, onError: () => undefined }),
  writeDb: createDb({ connection: {}, onError: () => undefined }),
  findUser: () => Promise.resolve(null),
  addressOf: () => '',
  countryOf: () => null,
  countWrite: () => undefined,
}
mount(app, { ...mountOptions, guestReads }, contract, {
  getNote({ params: { id } }, { reader, language, disconnected }) {
    disconnected.throwIfAborted()
    requestedPaths.push(`${language} ${reader.user === null ? 'guest' : 'user'}`)
    if (id === 'away') throw refusals.away
    if (id === 'busy') return fail(...refusals.busy)
    if (id === 'hidden') return fail(...refusals.hidden)
    if (id === 'slow') return sleep(2500, { text: 'late' }, { ref: false })
    return Promise.resolve({ text: evil })
  },
})
servePages(app, {
  pages: [
    {
      path: '/:id',
      async load({ params: { id = '' } }, read) {
        const note = await read(contract.getNote, { params: { id } })
        if (id === 'slow') await read(contract.getNote, { params: { id } })
        if (id === 'many') await Promise.all(Array.from({ length: 12 }, () => read(contract.getNote, { params: { id } })))
        const opening = { srcset: '/a.webp 640w', sizes: '70vw', forGuests: id === 'guests' }
        return note && { title: note.json().text, indexed: true, opening }
      },
    },
  ],
  template,
  publicUrl: 'http://choice.test',
  brand: 'Brand',
  readSite: () => Promise.resolve({ name: 'Brand', notice: null }),
  descriptions: { en: 'About', nl: 'Over' },
  noScript: { en: 'Needs <scripts>', nl: 'Heeft scripts nodig' },
  texts,
  db: mountOptions.db,
  guestReads,
  countRead: ({ ip }) => void countedFor.push(ip),
})
await app.listen({ port: 0 })
afterAll(() => app.close())

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url, headers })
  return { status: response.statusCode, headers: response.headers, body: response.body, location: response.headers.location }
}
/** Sends a raw path: `inject` would normalize the URL. */
const fetchPage = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = app.server.address() as { port: number }
    request({ port, path, agent: false }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
const dataIn = (page: string): unknown => JSON.parse(/id="first-data">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null')

test('user content is escaped in the head and in the data', async () => {
  const { body } = await get('/en/one')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body).toContain(`<title>${evil.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)} · Brand</title>`)
  expect(body).not.toContain('\u2028"')
  expect(dataIn(body)).toEqual([['/api/notes/one', { text: evil }]])
})

test('a page links the files of its own screen, in its language', async () => {
  const [english, dutch, other] = await Promise.all(['/en/one?a=1', '/nl/one', '/en/two'].map((url) => get(url)))
  const links = (language: string) =>
    `<link rel="modulepreload" href="/assets/${language}/One-a.js" crossorigin><link rel="stylesheet" href="/assets/one-b.css" crossorigin></head>`
  expect(english?.body).toContain(links('en'))
  expect(dutch?.body).toContain(links('nl'))
  expect(other?.body).not.toContain('/assets/')
  expect(other?.body).not.toContain('screen-files')
})

test('without scripts a page explains the requirement, in its language, and links to the other language', async () => {
  const sentence = (body: string) => /<noscript>(.*?)<\/noscript>/s.exec(body)?.[1]
  const { body } = await get('/en/two?a=%22&b=1')
  expect(sentence(body)).toContain(
    '<p>Needs &#60;scripts&#62;</p><p><a href="/nl/two?a=%22&#38;b=1" hreflang="nl" lang="nl">Nederlands</a></p>',
  )
  expect(sentence((await get('/nl/two')).body)).toContain('<a href="/en/two" hreflang="en" lang="en">English</a>')
  expect(sentence((await get('/en/login?token=s3cret')).body)).not.toContain('s3cret')
})

test.each([
  ['one', '<link rel="preload" as="image" imagesrcset="/a.webp 640w" imagesizes="70vw" fetchpriority="high">'],
  // This link is inactive, so that it loads nothing for logged-in users.
  ['guests', '<link id="guest-opening" as="image" imagesrcset="/a.webp 640w" imagesizes="70vw" fetchpriority="high">'],
])('the head preloads the first picture of a screen: for %s', async (id, link) => {
  expect((await get(`/en/${id}`)).body).toContain(link)
})

test("the first data is a guest's, in the page's language, and counts for the visitor", async () => {
  requestedPaths.length = countedFor.length = 0
  const headers = { 'accept-language': 'en', authorization: 'Bearer somebody' }
  await app.inject({ url: '/nl/one', remoteAddress: '203.0.113.9', headers })
  expect({ requestedPaths, countedFor }).toEqual({ requestedPaths: ['nl guest'], countedFor: ['203.0.113.9'] })
})

test("a page that guests can't see is the generic one", async () => {
  const { status, body } = await get('/en/hidden')
  expect({ status, isIndexed: !body.includes('noindex'), data: dataIn(body) }).toEqual({ status: 200, isIndexed: false, data: [] })
})

test.each([
  ['away', 503, '2'],
  ['busy', 429, '7'],
])("if the first data can't be read now (%s), the page has that status and is still sent", async (id, status, retryAfter) => {
  const response = await get(`/nl/${id}`)
  expect({ status: response.status, retryAfter: response.headers['retry-after'] }).toEqual({ status, retryAfter })
  expect(response.headers['content-type']).toContain('text/html')
  expect(response.body).toContain('<title>Brand</title>')
})

test('all reads of a page share one time limit', async () => {
  const clock = measureUndisturbedMs()
  const { status, headers, body } = await get('/nl/slow')
  expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '2' })
  expect(body).toContain('<title>Brand</title>')
  expect(clock()).toBeLessThan(4900)
})

test('listeners do not accumulate, regardless of the number of reads and concurrent pages', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const pages = await Promise.all(Array.from({ length: 50 }, () => fetchPage('/en/many')))
  // Warnings are emitted in the next tick.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(warnings).toEqual([])
})

test.each([
  '/en/login?verify_url=%2Fapi%2Fuser%2Fverify%2Fs3cret',
  '/en/register?email=a%40b.co&token=s3cret',
  '/en/reset-password/s3cret/a%40b.co',
  '/en/settings/x?code=s3cret',
])('%s sends no referrer', async (url) => {
  const { headers, body } = await get(url)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(body.replace(/<script.*/s, '')).not.toContain('s3cret')
})

test('a page has the server’s time, for devices whose clock is wrong', async () => {
  const { headers } = await get('/en/login')
  expect(Math.abs(Number(/^now;desc=(\d+)$/.exec(String(headers['server-timing']))?.[1]) - Date.now())).toBeLessThan(10_000)
})

test('a URL without a language keeps its secrets in the redirect', async () => {
  const { status, location, headers } = await get('/reset-password/s3cret/a%40b.co')
  expect({ status, location }).toEqual({ status: 302, location: '/en/reset-password/s3cret/a%40b.co' })
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test.each([
  ['/', '/en/'],
  ['//', '/en/'],
  ['///', '/en/'],
  ['/\\', '/en/'],
  ['//[', '/en/['],
  ['//:80', '/en/:80'],
  ['//evil/x', '/en/evil/x'],
  ['/\\evil', '/en/evil'],
  ['/..//evil', '/en//evil'],
  ['/%2F%2Fevil', '/en/%2F%2Fevil'],
  ['http://evil.example/x', '/en/x'],
  ['/NL/playlists?playlist=x', '/nl/playlists?playlist=x'],
  ['/En', '/en'],
  ['/EN//evil', '/en//evil'],
])('the path %s redirects to %s, a page of this site', async (path, expected) => {
  const { statusCode, headers } = await fetchPage(path)
  expect({ statusCode, location: headers.location }).toEqual({ statusCode: 302, location: expected })
})

test('the chosen language precedes the preferred one', async () => {
  expect((await get('/', { cookie: 'lang=nl', 'accept-language': 'en' })).location).toBe('/nl/')
  expect((await get('/', { cookie: 'lang=xx', 'accept-language': 'nl-BE' })).location).toBe('/nl/')
})

test.each(['/robots.txt', '/.git/config', '/index.html', '/api/nothing', '/media/nothing', '/assets/nothing.js'])(
  'the path %s is not a page',
  async (url) => {
    expect((await get(url)).status).toBe(404)
  },
)
