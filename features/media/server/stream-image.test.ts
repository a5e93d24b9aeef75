import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { hostilePictures, secretText } from '#test/hostile-pictures.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { mediaContract as api } from '../contract.ts'
import { encodePicture } from './picture-encoder.ts'
import { logoRules } from './pictures.ts'

const files = new Map<string, { bytes: Buffer; type: string }>()
const site = createServer((request, response) => {
  const file = files.get(request.url ?? '')
  if (!file) return response.writeHead(404).end()
  return response.setHeader('content-type', file.type).end(file.bytes)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => void site.close())
const place = `127.0.0.1:${(site.address() as AddressInfo).port}`
/** Adds a file to an external site. @returns its URL */
function addFile(name: string, bytes: Buffer, type = 'image/png') {
  files.set(`/${name}`, { bytes, type })
  return `http://${place}/${name}`
}

const server = await startTestServer({ OUTBOUND_ALLOW: place })
const { clientFor, guest, db } = server
const stream = (client: typeof guest, url: string) => client(api.streamImage, { body: { url } })
const createPicture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })
const poster = addFile('poster.jpg', await createPicture(600, 400).jpeg().toBuffer(), 'image/jpeg')
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

test('returns the picture at an address as WebP, upright, at most 1600 pixels, and stores nothing', async () => {
  const { client } = await createUser(server)
  const large = await createPicture(2400, 1200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const response = await stream(client, ` ${addFile('large', large, 'application/octet-stream')} `)
  expect(response.type).toBe('image/webp')
  const { data, info } = await sharp(await bytesOf(response))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 2400])
  expect([...data.subarray(0, 3)].map((part, index) => Math.abs(part - [0x33, 0x66, 0x99][index]!) < 4)).toEqual([true, true, true])
  expect(await db.selectFrom('picture').select('id').execute()).toEqual([])
})

test('returns a page’s own picture, and accepts a form', async () => {
  const { token } = await createUser(server)
  const page = addFile('film', Buffer.from('<title>A film</title><meta property="og:image" content="/poster.jpg">'), 'text/html')
  const form = clientFor({ token, form: true })
  expect(await sharp(await bytesOf(await stream(form, page))).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 })
  const bare = addFile('bare', Buffer.from('<title>No picture</title>'), 'text/html; charset=utf-8')
  await expect(stream(form, bare)).rejects.toMatchObject({ status: 422, body: { code: 'picture_missing' } })
})

test('guests are refused', async () => {
  await expect(stream(guest, poster)).rejects.toMatchObject({ status: 401 })
})

test.each([
  'http://localhost/x.png',
  'http://127.0.0.1:1/',
  'http://[::ffff:10.0.0.1]/',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'a b',
  '/etc/passwd',
])('%s is not valid, in the language of the reader', async (url) => {
  const { client, token } = await createUser(server)
  const body = (text: string) => ({ code: 'link_invalid', message: text, errors: { url: [text] } })
  await expect(stream(client, url)).rejects.toMatchObject({ status: 422, body: body('Link is not valid') })
  await expect(stream(clientFor({ token, language: 'nl' }), url)).rejects.toMatchObject({
    status: 422,
    body: body('De link is niet geldig'),
  })
})

test.each([{}, { url: '' }, { url: ' ' }, { url: 7 }, { url: ['http://a.example'] }, { url: 'http://a.example/\0' }])(
  '%j is refused on its field',
  async (body) => {
    const { client } = await createUser(server)
    await expect(client(api.streamImage, { body: body as never })).rejects.toMatchObject({
      status: 422,
      body: { errors: { url: [expect.any(String)] } },
    })
  },
)

test('reports missing and too large pictures', async () => {
  const { client } = await createUser(server)
  const refusalOf = (code: string) => ({ status: 422, body: { code, errors: { url: [expect.any(String)] } } })
  await expect(stream(client, `http://${place}/nothing.png`)).rejects.toMatchObject(refusalOf('picture_missing'))
  await expect(stream(client, addFile('heavy', Buffer.alloc(11 * 1024 * 1024)))).rejects.toMatchObject(
    refusalOf('linked_picture_too_large'),
  )
})

test('limits a user to sixty per minute, together with link previews', async () => {
  const { client } = await createUser(server)
  const missing = `http://${place}/nothing.png`
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 30 }, () => client(api.getMeta, { body: { url: missing } })),
    ...Array.from({ length: 31 }, () => stream(client, missing)),
  ])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { status: number }).status] : []))
  expect(refusals.filter((status) => status === 429).length).toBe(1)
  const { client: other } = await createUser(server)
  expect((await stream(other, poster)).size).toBeGreaterThan(0)
})

const hostileFiles = await hostilePictures()

test('hostile pictures are refused or harmless, and use no more memory', { timeout: 60_000 }, async () => {
  const { client } = await createUser(server)
  const addresses = hostileFiles.map(({ bytes, type }, index) => addFile(`hostile-${index}`, bytes, type))
  const outcomeOf = async (address: string) => {
    try {
      const bytes = await bytesOf(await stream(client, address))
      expect(bytes.includes(secretText)).toBe(false)
      const { format, width, pages = 1, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
      expect({ format, pages, exif, xmp, icc, orientation }).toEqual({ format: 'webp', pages: 1 })
      return width
    } catch (error) {
      expect(error).toMatchObject({ status: 422, body: { code: 'picture_unreadable', errors: { url: [expect.any(String)] } } })
      return 'refused'
    }
  }
  const before = process.memoryUsage().rss
  const outcomes: unknown[] = []
  for (const address of addresses) outcomes.push(await outcomeOf(address))
  expect(hostileFiles.map(({ name }, index) => [name, outcomes[index]])).toEqual(hostileFiles.map(({ name, outcome }) => [name, outcome]))
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100)
})

test('refusals cost at most 200 ms of processor time', { timeout: 60_000 }, async () => {
  const encode = ({ bytes }: { bytes: Buffer }) => encodePicture({ bytes, formats: logoRules.formats })
  await encode(hostileFiles.at(-1)!)
  const slow: string[] = []
  for (const picture of hostileFiles.filter(({ outcome }) => outcome === 'refused')) {
    const start = process.cpuUsage()
    expect(`${picture.name}: ${(await encode(picture))?.width}`).toBe(`${picture.name}: undefined`)
    const { user, system } = process.cpuUsage(start)
    if (user + system > 200_000) slow.push(`${picture.name}: ${Math.round((user + system) / 1000)} ms`)
  }
  expect(slow).toEqual([])
})
