import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(chunk), 4)
  return Buffer.concat([frame.subarray(0, 4), chunk, frame.subarray(4)])
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Returns the first 33 bytes of a PNG: its signature and header. */
export const pngHead = (width: number, height: number): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([pngSignature, pngChunk('IHDR', header)])
}
const pngEnd = pngChunk('IEND', Buffer.alloc(0))

/** Returns a GIF with the given number of frames of one pixel. */
export function gifOf(frames: number, width = 1, height = 1): Buffer {
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0])
  const head = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0])
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** Returns a WebP in which the frame is repeated `frames` times. */
function webpOf(moving: Buffer, frames: number): Buffer {
  const index = moving.indexOf('ANMF')
  const size = 8 + moving.readUInt32LE(index + 4)
  const frame = moving.subarray(index, index + size + (size % 2))
  const body = Buffer.concat([moving.subarray(8, index), ...Array.from({ length: frames }, () => frame)])
  const head = Buffer.from('RIFF\0\0\0\0')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** Returns a JPEG whose header has a different size. */
function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const index = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, index + 5)
  bytes.writeUInt16BE(width, index + 7)
  return bytes
}

/** Returns a TIFF of one grey pixel whose directory links to itself. */
function endlessTiff(): Buffer {
  const tags: [tag: number, type: number, value: number][] = [
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [278, 3, 1],
    [279, 4, 1],
  ]
  const head = Buffer.from([0x49, 0x49, 42, 0, 10, 0, 0, 0, 128, 0])
  const entries = tags.map(([tag, type, value]) => {
    const entry = Buffer.alloc(12)
    entry.writeUInt16LE(tag, 0)
    entry.writeUInt16LE(type, 2)
    entry.writeUInt32LE(1, 4)
    entry.writeUInt32LE(value, 8)
    return entry
  })
  return Buffer.concat([head, Buffer.from([tags.length, 0]), ...entries, Buffer.from([10, 0, 0, 0])])
}

/** A text in the metadata of hostile pictures. Stored pictures may not contain any of it. */
export const secretText = 'SECRET-OF-THE-CAMERA'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

export interface HostilePicture {
  name: string
  bytes: Buffer
  /** Content type that the picture's server sends. */
  type?: string
  /** The expected result: refused, or the width of the stored picture. */
  outcome: 'refused' | number
}

const plainPicture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#ff8000' } })

/** Pictures that try to exploit, fill, slow down or crash the program that decodes them. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const png = await plainPicture(40, 30).png().toBuffer()
  const jpeg = await plainPicture(64, 48).jpeg().toBuffer()
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((background) => plainPicture(16, 16).tint(background).png().toBuffer()))
  const movingWebp = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
  const zeros = deflateSync(Buffer.alloc(20_000_000), { level: 9 })
  const manyTexts = Array.from({ length: 20 }, (_, n) => pngChunk('zTXt', Buffer.concat([Buffer.from(`k${n}\0\0`), zeros])))
  const control = pngChunk('acTL', Buffer.from([0, 0, 0x27, 0x10, 0, 0, 0, 0]))
  const pngWithSecrets = Buffer.concat([
    png.subarray(0, 33),
    pngChunk('tEXt', Buffer.from(`Comment\0${secretText}`)),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0<x>${secretText}</x>`)),
    pngChunk('eXIf', Buffer.from(`MM\0*\0\0\0\x08\0\0${secretText}`)),
    pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.from(secretText.repeat(400_000)))])),
    png.subarray(33),
  ])
  const photo = await plainPicture(64, 48)
    .jpeg()
    .withExif({ IFD0: { Make: secretText, Copyright: secretText }, IFD3: { GPSLatitude: '51/1 3/1 0/1' } })
    .withXmp(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${secretText}</x:xmpmeta>`)
    .toBuffer()
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(2 + secretText.length)}${secretText}`, 'latin1')
  const refusedPicture = (name: string, bytes: Buffer, type?: string): HostilePicture => ({
    name,
    bytes,
    ...(type && { type }),
    outcome: 'refused',
  })
  return [
    refusedPicture('a PNG of 50,000 × 50,000', Buffer.concat([pngHead(50_000, 50_000), pngChunk('IDAT', zeros), pngEnd])),
    refusedPicture('a PNG of 1 × 49,999,999', Buffer.concat([pngHead(1, 49_999_999), pngChunk('IDAT', zeros), pngEnd])),
    refusedPicture('a JPEG that says 65,500 × 65,500', jpegOfSize(jpeg, 65_500, 65_500)),
    refusedPicture('a GIF of 10,000 frames', gifOf(10_000)),
    refusedPicture('a WebP of 10,000 frames', webpOf(movingWebp, 10_000)),
    refusedPicture('half a PNG', png.subarray(0, png.length / 2)),
    refusedPicture('half a JPEG', jpeg.subarray(0, jpeg.length / 2)),
    refusedPicture(
      'a PNG whose pixels are no packed data',
      Buffer.concat([pngHead(40, 30), pngChunk('IDAT', Buffer.alloc(100, 7)), pngEnd]),
    ),
    refusedPicture('an SVG', Buffer.from(svg), 'image/svg+xml'),
    refusedPicture('an SVG that is called a PNG', Buffer.from(svg)),
    refusedPicture('a page that is called a picture', Buffer.from('<!doctype html><script>alert(1)</script>')),
    refusedPicture('a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n')),
    refusedPicture('a film', Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41')),
    refusedPicture('an HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')),
    refusedPicture('a script that begins like a GIF', Buffer.from(`GIF89a/*${' '.repeat(20)}*/=1;alert(1)//`)),
    refusedPicture('a script that begins like a bitmap', Buffer.from('BM=1;alert(1)')),
    { name: 'a PNG that is called a JPEG', bytes: png, type: 'image/jpeg', outcome: 40 },
    { name: 'a PNG with 400 MB of packed texts', bytes: Buffer.concat([png.subarray(0, 33), ...manyTexts, png.subarray(33)]), outcome: 40 },
    { name: 'a PNG that says it has 10,000 frames', bytes: Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]), outcome: 40 },
    { name: 'a PNG with a page behind it', bytes: Buffer.concat([png, Buffer.from(`<script>${secretText}</script>`)]), outcome: 40 },
    { name: 'a PNG that tells where it was made', bytes: pngWithSecrets, outcome: 40 },
    { name: 'a JPEG that tells where it was made', bytes: photo, outcome: 64 },
    { name: 'a JPEG with a comment', bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), outcome: 64 },
    { name: 'a GIF of one pixel on a screen of 65,535 × 65,535', bytes: gifOf(1, 65_535, 65_535), outcome: 1 },
    { name: 'a TIFF whose directory leads back to itself', bytes: endlessTiff(), outcome: 1 },
    { name: 'a moving WebP', bytes: movingWebp, outcome: 16 },
  ]
}
