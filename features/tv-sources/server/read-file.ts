/** Opens a list or guide as text: decompresses it, decodes any encoding, and limits its size. */
import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'

/** Reasons why a file can't be imported. Their texts are under `failure` in the locale files. */
export const fileFailures = [
  'empty',
  'packed_otherwise',
  'too_large',
  'broken_packing',
  'not_a_list',
  'not_a_guide',
  'nothing_in_it',
] as const
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly code: (typeof fileFailures)[number]
  constructor(code: (typeof fileFailures)[number]) {
    super(code)
    this.code = code
  }
}

const headBytes = 1024
/** Bytes that may precede the first text in a brotli stream. */
const compressedHeadBytes = 16 * 1024
/** V8 stores longer strings as large objects, whose collection takes as long as reading the guide. */
const pieceBytes = 64 * 1024

type Compression = 'none' | 'gzip' | 'brotli'

const beginsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)
/** First bytes of unsupported compressions: zip, xz, bzip2, zstd, 7z. */
const otherCompressions: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x42, 0x5a, 0x68],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf],
]

/**
 * Detects the compression by the first bytes. Brotli has no magic number. Data that is neither a list nor a guide counts as brotli if its
 * name ends with `.br`. It also does if it can be decompressed to a list or guide.
 */
async function detectCompression(head: Buffer, isNamedBrotli: boolean): Promise<Compression> {
  if (beginsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (otherCompressions.some((bytes) => beginsWith(head, bytes))) throw new FileError('packed_otherwise')
  if (isListOrGuide(head)) return 'none'
  return isNamedBrotli || isListOrGuide(await withoutBrotli(head)) ? 'brotli' : 'none'
}

const isListOrGuide = (head: Buffer): boolean =>
  head.length > 0 && /^\s*[<#]/.test(textDecoderOf(encodingOf(head)).decode(head.subarray(0, headBytes)))

/** @returns the beginning of the decompressed data; empty if it isn't brotli */
async function withoutBrotli(head: Buffer): Promise<Buffer> {
  const decompressor = createBrotliDecompress({ chunkSize: headBytes, finishFlush: constants.BROTLI_OPERATION_FLUSH })
  decompressor.end(head)
  try {
    for await (const piece of decompressor as AsyncIterable<Buffer>) return piece
  } catch {
    // The data isn't brotli.
  }
  return Buffer.alloc(0)
}

/**
 * Detects the encoding by the first decompressed bytes: by a byte order mark, else by the XML declaration, else by a check for valid UTF-8.
 */
function encodingOf(head: Buffer): string {
  if (beginsWith(head, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (beginsWith(head, [0xff, 0xfe])) return 'utf-16le'
  if (beginsWith(head, [0xfe, 0xff])) return 'utf-16be'
  if (beginsWith(head, [0x3c, 0x00])) return 'utf-16le'
  if (beginsWith(head, [0x00, 0x3c])) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head.subarray(0, headBytes).toString('latin1'))?.[1]
  // A declaration of UTF-16 in single-byte text is wrong.
  if (declared && !/^utf-?16/i.test(declared)) return declared
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

interface Decoder {
  write: (bytes: Buffer) => string
  end: () => string
}

function decoderOf(label: string): Decoder {
  const decoder = textDecoderOf(label)
  if (decoder.encoding === 'utf-8') return utf8Decoder()
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

function textDecoderOf(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** Decodes to strings of one byte per character where possible, which are read faster than those of a TextDecoder. */
function utf8Decoder(): Decoder {
  const decoder = new StringDecoder('utf8')
  let isFirst = true
  return {
    write(bytes) {
      // An incomplete character before ASCII bytes is invalid.
      const text = isAscii(bytes) ? decoder.end() + bytes.toString('latin1') : decoder.write(bytes)
      if (!isFirst || !text) return text
      isFirst = false
      return text.startsWith('\uFEFF') ? text.slice(1) : text
    },
    end: () => decoder.end(),
  }
}

export interface FileToRead {
  path: string
  /** Whether the name ends with `.br`, or the file was sent with that encoding. */
  isNamedBrotli: boolean
  /** Bytes after decompression. */
  maxBytes: number
}

/** Yields the text in pieces. @throws FileError */
export async function* readText({ path, isNamedBrotli, maxBytes }: FileToRead): AsyncGenerator<string> {
  const file = await open(path)
  const head = Buffer.alloc(compressedHeadBytes)
  const { bytesRead } = await file.read(head, 0, compressedHeadBytes, 0)
  await file.close()
  if (!bytesRead) throw new FileError('empty')
  const compression = await detectCompression(head.subarray(0, bytesRead), isNamedBrotli)
  const source = createReadStream(path, { highWaterMark: pieceBytes })
  const decompressed =
    compression === 'none'
      ? source
      : pipeline(
          source,
          compression === 'gzip'
            ? createGunzip({ chunkSize: pieceBytes, finishFlush: constants.Z_SYNC_FLUSH })
            : createBrotliDecompress({ chunkSize: pieceBytes, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
          ignore,
        )
  let decoder: Decoder | undefined
  let bytes = 0
  try {
    for await (const piece of decompressed as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new FileError('too_large')
      decoder ??= decoderOf(encodingOf(piece))
      yield decoder.write(piece)
    }
  } catch (error) {
    // A decompression error ends the text, but data that was decompressed before is used.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      if (compression !== 'brotli' || !(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_'))) throw error
    }
    if (!decoder) throw new FileError('broken_packing')
  }
  if (decoder) yield decoder.end()
}

const ignore = () => undefined
