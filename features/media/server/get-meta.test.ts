import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { hostileBodies } from '#test/hostile-bodies.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { mediaContract as api } from '../contract.ts'

const poster = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#224466' } })
  .png()
  .toBuffer()
const hostilePages = new Map<string, Buffer>()
const site = createServer((request, response) => {
  if (request.url === '/poster.png') return response.end(poster)
  const hostile = hostilePages.get(request.url ?? '')
  if (hostile) return response.setHeader('content-type', 'text/html').end(hostile)
  if (request.url !== '/film') return response.writeHead(404).end()
  return response.setHeader('content-type', 'text/html').end('<title>A film</title><meta property="og:image" content="/poster.png">')
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => void site.close())
const place = `127.0.0.1:${(site.address() as AddressInfo).port}`

const server = await startTestServer({ OUTBOUND_ALLOW: place })
const { app, clientFor, guest } = server
const getMeta = (client: typeof guest, url: string) => client(api.getMeta, { body: { url } })

test('a pasted link becomes a title, a text and a picture on our own host', async () => {
  const { client, cookie } = await createUser(server)
  const meta = await getMeta(client, ` http://${place}/film `)
  expect(meta).toMatchObject({ reached: true, title: 'A film', description: '', kind: 'page', is_live: false })
  const picture = await app.inject({ url: meta.image!, headers: { cookie: `${cookieNames.media}=${cookie}` } })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('accepts a form, too', async () => {
  const { client } = await createUser(server, {}, { form: true })
  expect(await getMeta(client, `http://${place}/film`)).toMatchObject({ title: 'A film' })
})

test('a missing page is reported without an error', async () => {
  const { client } = await createUser(server)
  expect(await getMeta(client, `http://${place}/nothing/here`)).toMatchObject({
    reached: false,
    title: '127.0.0.1/nothing/here',
    image: null,
  })
})

test('guests are refused', async () => {
  await expect(getMeta(guest, `http://${place}/film`)).rejects.toMatchObject({ status: 401 })
})

test.each([
  'http://localhost/',
  'http://127.0.0.1:1/',
  'http://[::ffff:10.0.0.1]/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'a b',
  'http://',
])('%s is not valid, in the language of the reader', async (url) => {
  const { client, token } = await createUser(server)
  const body = (text: string) => ({ code: 'link_invalid', message: text, errors: { url: [text] } })
  await expect(getMeta(client, url)).rejects.toMatchObject({ status: 422, body: body('Link is not valid') })
  await expect(getMeta(clientFor({ token, language: 'nl' }), url)).rejects.toMatchObject({
    status: 422,
    body: body('De link is niet geldig'),
  })
})

test.each([
  {},
  { url: '' },
  { url: '   ' },
  { url: 7 },
  { url: ['http://a.example'] },
  { url: 'http://a.example/\0' },
  { url: 'http://a.example/\uD800' },
])('%j is refused on its field', async (body) => {
  const { client } = await createUser(server)
  await expect(client(api.getMeta, { body: body as { url: string } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { url: [expect.any(String)] } },
  })
})

test('reading two mebibytes of a hostile page blocks the event loop only briefly', { tags: ['slow'] }, async () => {
  const heaviest = /^many ("<meta"|"<"|"&")|itself a million|names in every attribute|charset that is/
  const bodies = hostileBodies.filter(([name]) => heaviest.test(name))
  expect(bodies.length).toBeGreaterThan(5)
  const { client } = await createUser(server)
  await getMeta(client, `http://${place}/film`)
  /**
   * Returns the longest time for which reading a page with this body blocks the event loop. Measures ms of CPU time, which doesn't depend
   * on the machine's load.
   */
  const measure = async (body: Buffer) => {
    const path = `/hostile/${hostilePages.size}`
    hostilePages.set(path, body)
    let longestMs = 0
    let before = process.cpuUsage()
    const clock = setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      longestMs = Math.max(longestMs, (user + system) / 1000)
      before = process.cpuUsage()
    }, 1)
    await getMeta(client, `http://${place}${path}`)
    clearInterval(clock)
    return longestMs
  }
  const slow: string[] = []
  for (const [name, make] of bodies) {
    // Takes the best of three, because a run may include garbage collection.
    const times: number[] = []
    while (times.length < 3 && !times.some((ms) => ms <= 100)) times.push(await measure(make(2 * 1024 * 1024)))
    if (!times.some((ms) => ms <= 100)) slow.push(`${name}: ${times.map(Math.round).join(', ')} ms`)
  }
  expect(slow).toEqual([])
})

test('limits a user to sixty per minute', async () => {
  const { client } = await createUser(server)
  const answers = await Promise.allSettled(Array.from({ length: 62 }, () => getMeta(client, `http://${place}/film`)))
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(60)
  await expect(getMeta(client, `http://${place}/film`)).rejects.toMatchObject({ status: 429, body: { code: 'too_many' } })
  const other = await createUser(server)
  await expect(getMeta(other.client, `http://${place}/film`)).resolves.toMatchObject({ title: 'A film' })
})
