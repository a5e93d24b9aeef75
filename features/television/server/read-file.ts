/** Opens a list or guide as text: unpacked, in whatever encoding it is, and never more of it than is allowed. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'

/** Why nothing of a file can be imported: a key of the texts, `failure`. */
export const fileFailures = [
  'empty',
  'packed_otherwise',
  'too_large',
  'broken_packing',
  'not_a_list',
  'not_a_guide',
  'nothing_in_it',
] as const
export class FileFailure extends Error {
  override readonly name = 'FileFailure'
  readonly code: (typeof fileFailures)[number]
  constructor(code: (typeof fileFailures)[number]) {
    super(code)
    this.code = code
  }
}

const headBytes = 1024
const pieceBytes = 256 * 1024

type Packing = 'none' | 'gzip' | 'brotli'

const beginsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
/** zip, xz, bzip2, zstd, 7z. */
const otherPackings: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x42, 0x5a, 0x68],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf],
]

/** By its first bytes. Brotli has none that tell it: what is no text is taken for it where its name says so. */
function packingOf(head: Buffer, isNamedBrotli: boolean): Packing {
  if (beginsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (otherPackings.some((bytes) => beginsWith(head, bytes))) throw new FileFailure('packed_otherwise')
  return isNamedBrotli && !/^(?:\uFEFF)?\s*[<#]/.test(head.toString('utf8')) ? 'brotli' : 'none'
}

/** By its first bytes, unpacked: a byte order mark, what an XML declaration says, or else UTF-8 where that can be. */
function encodingOf(head: Buffer): string {
  if (beginsWith(head, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (beginsWith(head, [0xff, 0xfe])) return 'utf-16le'
  if (beginsWith(head, [0xfe, 0xff])) return 'utf-16be'
  if (beginsWith(head, [0x3c, 0x00])) return 'utf-16le'
  if (beginsWith(head, [0x00, 0x3c])) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head.subarray(0, headBytes).toString('latin1'))?.[1]
  // One that says UTF-16 in single bytes is not.
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

type Decoder = InstanceType<typeof TextDecoder>

function decoderOf(label: string): Decoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

export interface FileToRead {
  path: string
  /** It was named `.br`, or sent as such. */
  isNamedBrotli: boolean
  /** Bytes, unpacked. */
  maxBytes: number
}

/** Pieces of the text, one after the other. @throws FileFailure */
export async function* readText({ path, isNamedBrotli, maxBytes }: FileToRead): AsyncGenerator<string> {
  const file = await open(path)
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0)
  await file.close()
  if (!bytesRead) throw new FileFailure('empty')
  const packing = packingOf(head.subarray(0, bytesRead), isNamedBrotli)
  const source = createReadStream(path, { highWaterMark: pieceBytes })
  const unpacked =
    packing === 'none'
      ? source
      : source.pipe(
          packing === 'gzip'
            ? createGunzip({ chunkSize: pieceBytes, finishFlush: constants.Z_SYNC_FLUSH })
            : createBrotliDecompress({ chunkSize: pieceBytes, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
        )
  let decoder: Decoder | undefined
  let bytes = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new FileFailure('too_large')
      decoder ??= decoderOf(encodingOf(piece))
      yield decoder.decode(piece, { stream: true })
    }
  } catch (error) {
    // What was unpacked before it broke is used, if there is any.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      if (packing !== 'brotli' || !(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_'))) throw error
    }
    if (!decoder) throw new FileFailure('broken_packing')
  } finally {
    source.destroy()
  }
  if (decoder) yield decoder.decode()
}
