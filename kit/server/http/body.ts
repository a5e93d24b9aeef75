import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { parse as parseJson } from 'secure-json-parse'
import { common } from '#kit/contract/problems.ts'
import { fail, ProblemError } from '../fail.ts'
import { nest, parseForm } from './brackets.ts'

const plain = (header: string | undefined) => (header ?? '').split(';', 1)[0]!.trim().toLowerCase()

function tooLarge(): never {
  return fail(common.too_large)
}

async function readAll(stream: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Text that is no UTF-8 is malformed, not silently mended. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail(common.malformed)
  }
}

function readMultipart(stream: IncomingMessage, maxBytes: number): Promise<[string, unknown][]> {
  return new Promise((resolve, reject) => {
    const entries: [string, unknown][] = []
    let bytes = 0
    const stop = (error: unknown) => {
      stream.unpipe()
      stream.resume()
      reject(error)
    }
    const refuse = (problem = common.malformed) => {
      try {
        fail(problem)
      } catch (error) {
        stop(error)
      }
    }
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
      if (bytes > maxBytes) refuse(common.too_large)
    })
    parser.on('field', (name: string, value: string) => entries.push([name, value]))
    parser.on('file', (name: string, file: NodeJS.ReadableStream, filename: string, _encoding: string, type: string) => {
      const chunks: Buffer[] = []
      // A form that ends in the middle of a file; unheard, that would end the process.
      file.on('error', () => refuse())
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      // An empty, unnamed part is a file input that nobody filled in.
      file.on('end', () => (filename || chunks.length) && entries.push([name, new File(chunks, filename ?? '', { type })]))
    })
    parser.on('error', () => refuse())
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(common.too_large))
    parser.on('finish', () => resolve(entries))
    stream.on('aborted', () => refuse())
    stream.on('error', () => refuse())
    stream.pipe(parser)
  })
}

/** Milliseconds that a body of at most so many bytes may take: the slowest phone needs no more. */
const patience = (maxBytes: number) => 30_000 + maxBytes / 50

const inTime = <T>(work: Promise<T>, ms: number) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

export interface ReadBody {
  value: unknown
  isForm: boolean
}

interface BodyOptions {
  maxBytes: number
  form: boolean
}

async function read(stream: IncomingMessage, { maxBytes, form }: BodyOptions): Promise<ReadBody> {
  if (Number(stream.headers['content-length'] ?? 0) > maxBytes) tooLarge()
  const type = plain(stream.headers['content-type'])
  const hasBody = stream.headers['transfer-encoding'] !== undefined || Number(stream.headers['content-length'] ?? 0) > 0
  if (!hasBody) return { value: undefined, isForm: false }
  if (!['', 'identity'].includes(plain(stream.headers['content-encoding']))) fail(common.unsupported_type)
  if (form && type === 'multipart/form-data') return { value: nest(await readMultipart(stream, maxBytes)), isForm: true }
  const isForm = type === 'application/x-www-form-urlencoded'
  if (!(isForm && form) && type !== 'application/json') fail(common.unsupported_type)
  const content = decode(await readAll(stream, maxBytes))
  if (isForm) return { value: parseForm(content), isForm: true }
  const value: unknown =
    content.trim() === '' ? undefined : parseJson(content, undefined, { protoAction: 'error', constructorAction: 'error' })
  return { value, isForm: false }
}

/**
 * Reads a request's body, which Fastify leaves alone, so that who may not call never makes us read it.
 * JSON everywhere; urlencoded and multipart where the endpoint takes forms. No body: undefined.
 * @throws 413 over `maxBytes`, 415 for another type or a compressed one, 400 for what can't be parsed or never comes to an end
 */
export async function readBody(stream: IncomingMessage, options: BodyOptions): Promise<ReadBody> {
  try {
    return await inTime(read(stream, options), patience(options.maxBytes))
  } catch (error) {
    // What is left is a text that can't be parsed, or a caller who went away or dawdles.
    return error instanceof ProblemError ? Promise.reject(error) : fail(common.malformed)
  }
}
