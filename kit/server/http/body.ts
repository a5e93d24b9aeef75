import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { parse as parseJson } from 'secure-json-parse'
import qs from 'qs'
import { commonErrors } from '#kit/contract/problems.ts'
import { ProblemError, fail } from './fail.ts'

const limits = { depth: 5, arrayLimit: 1000, parameterLimit: 5000, allowPrototypes: false, strictDepth: true } as const

/**
 * Parses an urlencoded form: `videos[0][title]=A&tags[1]=b` gives `{ videos: [{ title: 'A' }], tags: ['b'] }`. Throws for too many or too
 * deep keys.
 */
const parseForm = (text: string): Record<string, unknown> => qs.parse(text, { ...limits, throwOnLimitExceeded: true })

/**
 * Nests flat keys with any values (a multipart form) by the rules of {@link parseForm}: parses the keys with their index as value, and then
 * replaces each index with its value.
 */
function nestEntries(entries: readonly (readonly [key: string, value: unknown])[]): Record<string, unknown> {
  const keys = entries.map(([key], index) => `${encodeURIComponent(key)}=${index}`).join('&')
  const restore = (node: unknown): unknown => {
    if (typeof node === 'string') return entries[Number(node)]?.[1]
    if (Array.isArray(node)) return node.map(restore)
    return Object.fromEntries(Object.entries(node as object).map(([key, part]) => [key, restore(part)]))
  }
  return restore(parseForm(keys)) as Record<string, unknown>
}

const mediaTypeOf = (header: string | undefined) => (header ?? '').split(';', 1)[0]!.trim().toLowerCase()
/** Whether a body is compressed, which no endpoint accepts. */
export const isCompressed = ({ headers }: IncomingMessage): boolean => !['', 'identity'].includes(mediaTypeOf(headers['content-encoding']))

/** Concatenates chunks as they arrive: an array of millions of small chunks would use many times the memory of their bytes. */
function createCollector() {
  let bytes = Buffer.alloc(0)
  let size = 0
  return {
    add(chunk: Buffer) {
      if (size + chunk.length > bytes.length) {
        const wider = Buffer.allocUnsafe(Math.max(size + chunk.length, 2 * bytes.length))
        bytes.copy(wider, 0, 0, size)
        bytes = wider
      }
      chunk.copy(bytes, size)
      size += chunk.length
    },
    collected: () => bytes.subarray(0, size),
  }
}

/** Uses events, because iterating over a stream costs more than the database query of a small request. */
const readAll = (stream: IncomingMessage, { maxBytes, take }: Limits) =>
  new Promise<Buffer>((resolve, reject) => {
    const content = createCollector()
    let bytes = 0
    const add = (chunk: Buffer) => {
      try {
        bytes += chunk.length
        if (bytes > maxBytes) fail(commonErrors.too_large)
        take(chunk.length)
        content.add(chunk)
      } catch (error) {
        // Keeps reading after a refusal: destroying the stream would close the connection before the client reads the response.
        stream.off('data', add).resume()
        reject(error)
      }
    }
    const rejectIncomplete = () => reject(new Error('the body did not come to its end'))
    // The client may have disconnected already.
    if (stream.destroyed && !stream.readableEnded) return rejectIncomplete()
    stream.once('end', () => resolve(content.collected()))
    stream.once('error', reject)
    stream.once('close', rejectIncomplete)
    stream.on('data', add)
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Decodes UTF-8; invalid bytes are refused, not replaced. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail(commonErrors.malformed)
  }
}

function readMultipart(stream: IncomingMessage, { maxBytes, take }: Limits): Promise<[string, unknown][]> {
  return new Promise((resolve, reject) => {
    const entries: [string, unknown][] = []
    let bytes = 0
    const stop = (error: unknown) => {
      stream.unpipe()
      stream.resume()
      reject(error)
    }
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        stop(error)
      }
    }
    const refuse = (problem = commonErrors.malformed) => attempt(() => fail(problem))
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: stream.headers as { 'content-type': string },
        limits: { fields: 5000, files: 60, parts: 5000, fieldNameSize: 200, fieldSize: maxBytes, headerPairs: 50 },
      })
    } catch {
      return refuse()
    }
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) refuse(commonErrors.too_large)
      else attempt(() => take(chunk.length))
    })
    parser.on('field', (name: string, value: string) => entries.push([name, value]))
    parser.on('file', (name: string, file: NodeJS.ReadableStream, filename: string, _encoding: string, type: string) => {
      const content = createCollector()
      // A form can end in the middle of a file. Without a listener, the error would end the process.
      file.on('error', () => refuse())
      file.on('data', (chunk: Buffer) => content.add(chunk))
      // An empty part without a name is an unused file input.
      file.on('end', () => {
        const bytes = content.collected()
        if (filename || bytes.length) entries.push([name, new File([bytes], filename ?? '', { type })])
      })
    })
    parser.on('error', () => refuse())
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(commonErrors.too_large))
    parser.on('finish', () => resolve(entries))
    stream.on('aborted', () => refuse())
    stream.on('error', () => refuse())
    stream.pipe(parser)
  })
}

/** Time limit of a body of `maxBytes`, long enough for slow phones. */
const bodyTimeoutMs = (maxBytes: number) => 30_000 + maxBytes / 50

const withTimeout = <T>(work: Promise<T>, ms: number) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

export interface ReadBody {
  value: unknown
  isForm: boolean
}

interface Limits {
  maxBytes: number
  /** Counts the stored bytes, and may refuse more. */
  take: (bytes: number) => void
}
interface BodyOptions extends Limits {
  form: boolean
}

/** Maximum bytes of a text body, even if the endpoint accepts more in forms with files: parsing blocks the event loop. */
const maxTextBytes = 2 * 1024 * 1024

async function readStream(stream: IncomingMessage, { take, form, ...options }: BodyOptions): Promise<ReadBody> {
  const type = mediaTypeOf(stream.headers['content-type'])
  const isMultipart = form && type === 'multipart/form-data'
  const maxBytes = isMultipart ? options.maxBytes : Math.min(options.maxBytes, maxTextBytes)
  if (Number(stream.headers['content-length'] ?? 0) > maxBytes) fail(commonErrors.too_large)
  const hasBody = stream.headers['transfer-encoding'] !== undefined || Number(stream.headers['content-length'] ?? 0) > 0
  if (!hasBody) return { value: undefined, isForm: false }
  if (isCompressed(stream)) fail(commonErrors.unsupported_type)
  if (isMultipart) return { value: nestEntries(await readMultipart(stream, { maxBytes, take })), isForm: true }
  const isForm = type === 'application/x-www-form-urlencoded'
  if (!(isForm && form) && type !== 'application/json') fail(commonErrors.unsupported_type)
  const content = decodeUtf8(await readAll(stream, { maxBytes, take }))
  if (isForm) return { value: parseForm(content), isForm: true }
  const value: unknown =
    content.trim() === '' ? undefined : parseJson(content, undefined, { protoAction: 'error', constructorAction: 'error' })
  return { value, isForm: false }
}

/**
 * Reads a request's body. Fastify itself reads no bodies, so that bodies of unauthorized callers are never read. Accepts JSON, and
 * urlencoded and multipart forms if the endpoint does. Without a body: undefined.
 * @throws 413 over `maxBytes`, 415 for another or a compressed type, 400 for an invalid or incomplete body
 */
export async function readBody(stream: IncomingMessage, options: BodyOptions): Promise<ReadBody> {
  try {
    return await withTimeout(readStream(stream, options), bodyTimeoutMs(options.maxBytes))
  } catch (error) {
    // Other errors: an invalid text, a disconnect or a timeout.
    return error instanceof ProblemError ? Promise.reject(error) : fail(commonErrors.malformed)
  }
}
