import { setMaxListeners } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Limits } from '#kit/server/http/limits.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { createLog } from '#kit/server/log.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import { createOutbound } from '#kit/server/outbound/outbound.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { gifOf, pngChunk, pngHead } from '#test/hostile-pictures.ts'
import { productSandbox } from '#test/sandbox.ts'
import { pictureFacts, pictureUrl } from '../picture-addresses.ts'
import { createPictures, logoRules } from './pictures.ts'
import { stripMetadata } from './picture-encoder.ts'
import { createPictureSignatures } from './picture-signatures.ts'
import { servePictures } from './serve-pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
const db = (await freshDatabase()).connect()
const files = new Map<string, Buffer>()
const server = createServer((request, response) => response.writeHead(files.has(request.url!) ? 200 : 404).end(files.get(request.url!)))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
const storage = createStorage({ folder })
const { fetchPublic } = createOutbound({ allow: [place], userAgent: 'Tester/1.0', resolve: () => Promise.resolve([]) })
const fine = { allowed: true, retryAfter: 0 }
const limits = {
  take: vi.fn<Limits['take']>(() => Promise.resolve(fine)),
  takeAll: () => Promise.resolve(fine),
  count: vi.fn<Limits['count']>(() => fine),
}
const killed = vi.fn<(fields: object, message: string) => void>()
const sandbox = productSandbox(killed)
/** Everything is visible here, and pictures are Ann's. Access is tested where things are shown. */
const access = {
  isPublic: () => Promise.resolve(true),
  isSeenBy: () => Promise.resolve(true),
  isLinked: () => Promise.resolve(false),
  isOwnedBy: (_: unknown, __: string, userId: string) => Promise.resolve(userId === 'ann'),
}
const signatures = createPictureSignatures()
const tools = { storage, fetchPublic, sandbox, access, signatures, publicUrl: 'https://choice.test', limits }
const { storePicture, pictureFrom, removeUnusedPictures } = createPictures(tools)
const app = createHttp({ log: createLog({ level: 'silent' }), texts: { en: {}, nl: {} }, isHttps: false })
servePictures(app, { db, storage, access, signatures, findReader: () => Promise.resolve(null) })
afterAll(async () => {
  await app.close()
  server.close()
  await rm(folder, { recursive: true })
})

const draw = (width: number, height: number, background = '#ff8000') => sharp({ create: { width, height, channels: 3, background } })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    (error: unknown) => (error instanceof ProblemError ? [error.problem.code, error.refusal.field] : error),
  )
const get = (url: string, headers = {}) => app.inject({ url, headers })

test('a picture is WebP in widths up to its own, at an address with its size and colour', async () => {
  const id = await storePicture(db, await draw(2000, 1125).png().toBuffer())
  expect(pictureFacts(id)).toMatchObject({ width: 1600, height: 900, colour: '#ff8000', widths: [160, 320, 640, 960, 1600] })
  for (const width of [160, 320, 640, 960, 1600]) {
    const { statusCode, headers, rawPayload } = await get(pictureUrl(id, width))
    expect([
      statusCode,
      headers['content-type'],
      headers['cache-control'],
      headers['x-content-type-options'],
      Number(headers['content-length']),
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, s-maxage=86400, immutable', 'nosniff', rawPayload.length])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: (width * 9) / 16 })
  }
})

test('a small picture is never enlarged, and is served at the usual widths', async () => {
  const id = await storePicture(db, await draw(200, 100).jpeg().toBuffer())
  expect(pictureFacts(id)?.widths).toEqual([160, 200])
  expect(await sharp((await get(pictureUrl(id))).rawPayload).metadata()).toMatchObject({ width: 200 })
  const dot = await storePicture(db, await draw(1, 1).gif().toBuffer())
  expect(await sharp((await get(pictureUrl(dot, 160))).rawPayload).metadata()).toMatchObject({ width: 1 })
})

test('a cached picture is revalidated without a body', async () => {
  const id = await storePicture(db, await draw(200, 100).png().toBuffer())
  const { headers } = await get(pictureUrl(id, 160))
  const again = await get(pictureUrl(id, 160), { 'if-none-match': `"other", W/${headers.etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  const head = await app.inject({ method: 'HEAD', url: pictureUrl(id, 160) })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', headers['content-length']])
})

describe('a range', () => {
  const ask = async (headers: Record<string, string>) => {
    const url = pictureUrl(await storePicture(db, await draw(200, 100).png().toBuffer()), 160)
    const whole = await get(url)
    const answer = await get(url, JSON.parse(JSON.stringify(headers).replaceAll('ETAG', String(whole.headers.etag).slice(1, -1))))
    return { whole: whole.rawPayload, size: whole.rawPayload.length, answer }
  }

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-', 5, Infinity],
    ['bytes=-7', -7, Infinity],
    ['bytes=-999999', 0, Infinity],
    ['bytes=3-999999', 3, Infinity],
  ])('%s is sent', async (range, from, to) => {
    const { whole, size, answer } = await ask({ range })
    const part = whole.subarray(from, to === Infinity ? size : to)
    const first = from < 0 ? size + from : from
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${first}-${first + part.length - 1}/${size}`])
    expect(answer.rawPayload.equals(part)).toBe(true)
    expect(answer.headers['content-length']).toBe(String(part.length))
  })

  test.each(['bytes=999999-', 'bytes=-0'])('%s is out of range', async (range) => {
    const { size, answer } = await ask({ range })
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['cache-control']]).toEqual([
      416,
      `bytes */${size}`,
      'no-store',
    ])
    expect(answer.json()).toMatchObject({ code: 'malformed' })
  })

  test.each([
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=9-3' },
    { range: 'lines=0-1' },
    { range: 'bytes=-' },
    { range: 'bytes=0-1', 'if-range': '"other"' },
    { range: 'bytes=0-1', 'if-range': 'W/"ETAG"' },
    { range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' },
  ])('%j gets the whole picture', async (headers) => {
    const { whole, answer } = await ask(headers)
    expect([answer.statusCode, answer.headers['accept-ranges'], answer.rawPayload.equals(whole)]).toEqual([200, 'bytes', true])
  })

  test('is sent for a matching If-Range', async () => {
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"ETAG"' })).answer.statusCode).toBe(206)
  })
})

test.each([
  '/media/pictures/abcDEF0123456789-500x250-a0b1c2/640.webp',
  '/media/pictures/x/640.webp',
  '/media/pictures/..%2F..%2Fsecret/640.webp',
  '/media/pictures/abcDEF0123456789-500x250-a0b1c2/641.webp',
  '/media/pictures/abcDEF0123456789-500x250-a0b1c2/640.png',
  '/media/pictures/abcDEF0123456789-500x250-a0b1c2/',
])('%s is not found', async (url) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('is stored upright, and without metadata', async () => {
  const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#204060' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera', Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const id = await storePicture(db, photo)
  expect(pictureFacts(id)).toMatchObject({ width: 200, height: 400 })
  const stored = await sharp((await get(pictureUrl(id))).rawPayload).metadata()
  expect([stored.exif, stored.orientation, stored.icc, stored.xmp]).toEqual([undefined, undefined, undefined, undefined])
})

test('keeps the first frame of an animation, and transparency', async () => {
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => draw(50, 50, colour).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const id = await storePicture(db, gif)
  expect(pictureFacts(id)?.colour).toBe('#ff0000')
  expect((await sharp((await get(pictureUrl(id))).rawPayload).metadata()).pages ?? 1).toBe(1)
  const glass = await storePicture(
    db,
    await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } } })
      .png()
      .toBuffer(),
  )
  expect((await sharp((await get(pictureUrl(glass))).rawPayload).metadata()).hasAlpha).toBe(true)
  expect(pictureFacts(glass)?.colour).toBe('#0000ff')
})

test('accepts grey, CMYK, 16-bit and long pictures', async () => {
  const kinds = [
    await draw(40, 40, '#808080').greyscale().png().toBuffer(),
    await draw(40, 40).toColourspace('cmyk').jpeg().toBuffer(),
    await draw(40, 40).toColourspace('rgb16').png().toBuffer(),
    await draw(40, 40).avif().toBuffer(),
    await draw(40, 40).tiff().toBuffer(),
  ]
  for (const bytes of kinds) {
    const id = await storePicture(db, bytes)
    expect(await sharp((await get(pictureUrl(id))).rawPayload).metadata()).toMatchObject({ width: 40, space: 'srgb' })
  }
  const long = await storePicture(db, await draw(300, 8000).png().toBuffer())
  expect(pictureFacts(long)).toMatchObject({ width: 108, height: 2880 })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
const png = await draw(40, 40).png().toBuffer()
test.each<[string, Buffer]>([
  ['SVG', Buffer.from(svg)],
  ['SVG that begins like a page', Buffer.from(`<?xml version="1.0"?>\n<!-- x -->${svg}`)],
  ['HTML', Buffer.from('<html><body>hi')],
  ['PDF', Buffer.from('%PDF-1.4\n1 0 obj\n')],
  ['a film', Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41')],
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(5000)],
  ['half a picture', png.subarray(0, 60)],
  ['a picture’s beginning and then an SVG', Buffer.concat([png.subarray(0, 20), Buffer.from(svg)])],
  ['a Photoshop file', Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(100)])],
])('%s is refused', async (_, bytes) => {
  expect(await refusal(storePicture(db, bytes, { field: 'icon' }))).toEqual(['picture_unreadable', 'icon'])
})

test('compressed texts and profiles of a PNG are not decompressed: 797 kB of them cost nothing', async () => {
  const packed = deflateSync(Buffer.alloc(20_000_000), { level: 9 })
  const texts = Array.from({ length: 40 }, (_, n) => pngChunk('zTXt', Buffer.concat([Buffer.from(`k${n}\0\0`), packed])))
  const more = Array.from({ length: 20 }, (_, n) => pngChunk('iTXt', Buffer.concat([Buffer.from(`i${n}\0\x01\0\0\0`), packed])))
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed]))
  for (const extras of [texts, more, [profile]]) {
    const bytes = Buffer.concat([png.subarray(0, 33), ...extras, png.subarray(33)])
    expect(pictureFacts(await storePicture(db, bytes))).toMatchObject({ width: 40, colour: '#ff8000' })
    expect(stripMetadata(bytes).length).toBeLessThanOrEqual(png.length)
  }
  expect(killed).not.toHaveBeenCalled()
})

test('refuses too many pixels and frames by the header, before decoding', async () => {
  const pixels = Array.from({ length: 50 }, () => Buffer.alloc(2_000_000))
  const tall = deflateSync(Buffer.concat(pixels).subarray(0, 2 * 49_999_999), { level: 1 })
  const hostile = [
    Buffer.concat([pngHead(1, 49_999_999), pngChunk('IDAT', tall), pngChunk('IEND', Buffer.alloc(0))]),
    await draw(8193, 1).png().toBuffer(),
    await draw(8000, 6000).webp({ lossless: true, effort: 0 }).toBuffer(),
    await draw(4000, 3010).avif({ effort: 0, quality: 30 }).toBuffer(),
    gifOf(10_000),
  ]
  for (const bytes of hostile) expect(await refusal(storePicture(db, bytes, { field: 'icon' }))).toEqual(['picture_unreadable', 'icon'])
  expect(killed).not.toHaveBeenCalled()
  expect(pictureFacts(await storePicture(db, gifOf(1)))?.width).toBe(1)
})

test('encodes the largest allowed pictures within the limits of time and memory', { tags: ['slow'] }, async () => {
  const tile = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer()
  const { data, info } = await draw(8000, 5000)
    .composite([{ input: tile, tile: true }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const large = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files = [
    await large().jpeg({ progressive: true, quality: 30 }).toBuffer(),
    await draw(8000, 5000).png().toBuffer(),
    await draw(8000, 5000).webp({ lossless: true, effort: 0 }).toBuffer(),
    await draw(8000, 5000).tiff({ compression: 'lzw' }).toBuffer(),
    await draw(4000, 3000).avif({ effort: 0, quality: 30 }).toBuffer(),
  ]
  const rules = { ...logoRules, maxBytes: 10 * 1024 * 1024 }
  for (const bytes of files) expect(pictureFacts(await storePicture(db, bytes, { rules }))?.width).toBe(1600)
  expect(killed).not.toHaveBeenCalled()
})

test('any file becomes a picture or is refused, and the next one is read', async () => {
  const valid = await Promise.all([
    draw(40, 30).png().toBuffer(),
    draw(40, 30).jpeg().toBuffer(),
    draw(40, 30).webp().toBuffer(),
    draw(40, 30).gif().toBuffer(),
    draw(40, 30).tiff().toBuffer(),
    draw(40, 30).avif({ effort: 0 }).toBuffer(),
  ])
  const mutated = fc
    .tuple(fc.constantFrom(...valid), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.option(fc.nat(), { freq: 3 }))
    .map(([file, changes, end]) => {
      const bytes = Buffer.from(file)
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return end === null ? bytes : bytes.subarray(0, end % bytes.length)
    })
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      expect(['stored', 'picture_unreadable,icon']).toContain(String(await refusal(storePicture(db, bytes, { field: 'icon' }))))
    }),
    { numRuns: 150 },
  )
  expect(await refusal(storePicture(db, png))).toBe('stored')
})

test('the caller chooses size limit and formats', async () => {
  const rules = { ...logoRules, maxBytes: png.length - 1 }
  expect(await refusal(pictureFrom(db, new Blob([png]), { field: 'icon', rules }))).toEqual(['picture_too_large', 'icon'])
  expect(await refusal(storePicture(db, png, { field: 'icon', rules: { ...logoRules, formats: ['jpg'] } }))).toEqual([
    'picture_unreadable',
    'icon',
  ])
  expect(await refusal(pictureFrom(db, new Blob([new Uint8Array(logoRules.maxBytes + 1)]), { field: 'icon' }))).toEqual([
    'picture_too_large',
    'icon',
  ])
})

test('a picture can be given by its own address, a file, or an external address', async () => {
  const id = await pictureFrom(db, new Blob([png]), { field: 'image' })
  expect(await pictureFrom(db, pictureUrl(id, 160), { field: 'image', by: 'ann' })).toBe(id)
  expect(await pictureFrom(db, `https://choice.test${pictureUrl(id)}`, { field: 'image', by: 'ann' })).toBe(id)
  files.set('/x.png', png)
  expect(await pictureFrom(db, pictureUrl(id), { field: 'image', by: 'ann' })).toBe(id)
  expect(limits.take).not.toHaveBeenCalled()
  const fetched = await pictureFrom(db, `http://${place}/x.png`, { field: 'image', by: 'ann' })
  expect(limits.take).toHaveBeenCalledExactlyOnceWith('fetches:ann', expect.objectContaining({ max: 60 }))
  expect([pictureFacts(fetched)?.width, fetched === id]).toEqual([40, false])
})

test.each([
  ['/media/pictures/abcDEF0123456789-500x250-a0b1c2/640.webp', 'picture_missing'],
  ['abcDEF0123456789-500x250-a0b1c2', 'picture_missing'],
  [`http://${place}/nothing.png`, 'picture_missing'],
  [`http://${place}/text.png`, 'picture_unreadable'],
  [`http://${place}/huge.png`, 'picture_too_large'],
  ['http://127.0.0.1:1/x.png', 'link_invalid'],
  ['/etc/passwd', 'link_invalid'],
  ['javascript:alert(1)', 'link_invalid'],
  ['', 'link_invalid'],
])('%s is refused: %s', async (address, code) => {
  files.set('/text.png', Buffer.from('hello'))
  files.set('/huge.png', Buffer.alloc(11 * 1024 * 1024))
  expect(await refusal(pictureFrom(db, address, { field: 'image' }))).toEqual([code, 'image'])
})

test('limits the storage per user and day', async () => {
  limits.count.mockReturnValueOnce({ allowed: false, retryAfter: 3600 })
  await expect(storePicture(db, png, { by: 'ann' })).rejects.toMatchObject({ problem: { code: 'too_many' }, refusal: { retryAfter: 3600 } })
  expect(limits.count).toHaveBeenLastCalledWith('pictures:ann', { max: 1_000_000, windowSeconds: 86_400 }, 1)
  expect(pictureFacts(await storePicture(db, png, { by: 'ann' }))?.width).toBe(40)
  limits.count.mockClear()
  await storePicture(db, png)
  expect(limits.count).not.toHaveBeenCalled()
  // A failed write doesn't count, however often it is retried.
  const full = createPictures({ ...tools, storage: { ...storage, put: () => Promise.reject(new StorageError('full', 'no room')) } })
  await expect(full.storePicture(db, png, { by: 'ann' })).rejects.toThrow('no room')
  expect(limits.count.mock.calls.map(([, , amount]) => amount)).toEqual([1, -1])
})

test('a flood waits without blocking the event loop', async () => {
  const photo = await draw(3000, 2000).jpeg().toBuffer()
  let ticks = 0
  const clock = setInterval(() => ticks++, 5)
  const ids = await Promise.all(Array.from({ length: 8 }, () => storePicture(db, photo)))
  clearInterval(clock)
  expect(new Set(ids).size).toBe(8)
  expect(ticks).toBeGreaterThan(5)
})

test('unreferenced pictures are deleted after a day with their files, and others stay', async () => {
  const [unused, young, kept] = [await storePicture(db, png), await storePicture(db, png), await storePicture(db, png)]
  await db
    .updateTable('picture')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .execute()
  await db
    .updateTable('picture')
    .set({ created_at: sql`now() - interval '23 hours'` })
    .where('id', '=', young)
    .execute()
  await db
    .insertInto('link')
    .values({ url: 'https://a.example/', title: 'x', description: '', site: 'x', kind: 'page', is_reached: true, picture_id: kept })
    .execute()
  expect(await removeUnusedPictures(db)).toBeGreaterThan(0)
  const left = (await db.selectFrom('picture').select('id').execute()).map(({ id }) => id)
  expect(left.toSorted()).toEqual([young, kept].toSorted())
  const stored = await readdir(folder, { recursive: true })
  expect([unused, kept].map((id) => stored.filter((name) => name.includes(`${id}-`)).length)).toEqual([0, 1])
  expect((await get(pictureUrl(unused))).statusCode).toBe(404)
  expect((await get(pictureUrl(kept))).statusCode).toBe(200)
})

test('few pictures are fetched at once, and no user takes all slots', async () => {
  const started: string[] = []
  let answerAll = () => {}
  const answering = new Promise<void>((resolve) => (answerAll = resolve))
  const slow = createPictures({
    storage,
    sandbox,
    access,
    signatures,
    publicUrl: 'https://choice.test',
    limits,
    async fetchPublic(address) {
      started.push(address.slice(-4))
      await answering
      return { url: address, type: 'image/png', charset: undefined, body: png, isWhole: true }
    },
  })
  const fetchAll = (by: string, count: number) =>
    Array.from({ length: count }, (_, n) => slow.pictureFrom(db, `http://films.test/${by}${n}`, { by }))
  const all = [...fetchAll('ann', 5), ...fetchAll('bob', 2), ...fetchAll('cas', 2)]
  await vi.waitFor(() => expect(started).toHaveLength(6), 20_000)
  expect(started).toEqual(['ann0', 'ann1', 'bob0', 'bob1', 'cas0', 'cas1'])
  answerAll()
  expect(new Set(await Promise.all(all)).size).toBe(9)
})

test('slow sources of some users delay no others', async () => {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const mixed = createPictures({
    storage,
    sandbox,
    publicUrl: 'https://choice.test',
    access,
    signatures,
    limits,
    async fetchPublic(address, options) {
      if (address.includes('slow'))
        await new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('x'))))
      return { url: address, type: 'image/png', charset: undefined, body: png, isWhole: true }
    },
  })
  const slow = ['ann', 'bob', 'cas', 'dan', 'eve'].flatMap((by) =>
    [0, 1, 2, 3].map((n) => mixed.pictureOfPage(db, `http://films.test/slow${n}`, { by, signal: stop.signal })),
  )
  // Six endless downloads take all slots for three seconds, repeatedly.
  const picture = mixed.pictureOfPage(db, 'http://films.test/quick', { by: 'fay', signal: AbortSignal.timeout(10_000) })
  expect(await picture).toEqual(expect.any(String))
  stop.abort()
  expect(new Set(await Promise.all(slow))).toEqual(new Set([null]))
})
