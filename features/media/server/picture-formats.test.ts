import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { gifOf, pngChunk, pngHead } from '#test/hostile-pictures.ts'
import { parsePictureAddress, pictureUrl } from '../picture-addresses.ts'
import { logoRules } from './pictures.ts'
import { stripMetadata } from './picture-encoder.ts'
import { startPictureStore } from '#test/picture-store.ts'

const { pictures, db, killed, draw, refusal, get, png } = await startPictureStore()
const { storePicture } = pictures

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
  expect(parsePictureAddress(id)).toMatchObject({ width: 200, height: 400 })
  const metadata = await sharp((await get(pictureUrl(id))).rawPayload).metadata()
  expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined, undefined])
})

test('keeps the first frame of an animation, and transparency', async () => {
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => draw(50, 50, colour).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const id = await storePicture(db, gif)
  expect(parsePictureAddress(id)?.colour).toBe('#ff0000')
  expect((await sharp((await get(pictureUrl(id))).rawPayload).metadata()).pages ?? 1).toBe(1)
  const glass = await storePicture(
    db,
    await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } } })
      .png()
      .toBuffer(),
  )
  expect((await sharp((await get(pictureUrl(glass))).rawPayload).metadata()).hasAlpha).toBe(true)
  expect(parsePictureAddress(glass)?.colour).toBe('#0000ff')
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
  expect(parsePictureAddress(long)).toMatchObject({ width: 108, height: 2880 })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
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

test("compressed texts and profiles of a PNG aren't decompressed: 797 kB of them take no time", async () => {
  const packed = deflateSync(Buffer.alloc(20_000_000), { level: 9 })
  const texts = Array.from({ length: 40 }, (_, n) => pngChunk('zTXt', Buffer.concat([Buffer.from(`k${n}\0\0`), packed])))
  const textChunks = Array.from({ length: 20 }, (_, n) => pngChunk('iTXt', Buffer.concat([Buffer.from(`i${n}\0\x01\0\0\0`), packed])))
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed]))
  for (const extras of [texts, textChunks, [profile]]) {
    const bytes = Buffer.concat([png.subarray(0, 33), ...extras, png.subarray(33)])
    expect(parsePictureAddress(await storePicture(db, bytes))).toMatchObject({ width: 40, colour: '#ff8000' })
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
  expect(parsePictureAddress(await storePicture(db, gifOf(1)))?.width).toBe(1)
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
  for (const bytes of files) expect(parsePictureAddress(await storePicture(db, bytes, { rules }))?.width).toBe(1600)
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
