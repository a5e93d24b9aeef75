import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultMaxBytes, type Endpoint } from '#kit/contract/endpoint.ts'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { type Db, isDatabaseUnavailable } from '../db/db.ts'
import { addressKey } from './limits.ts'
import type { Reader } from '../reader.ts'
import type { FileType } from '../sandbox/detect-type.ts'
import { type CallerOptions, findCaller } from './callers.ts'
import { contentDisposition, type CsvFile, csvStream } from './csv.ts'
import { createEventStreams, type EventFeed, readLastEventId } from './events.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { openUpload } from './upload.ts'

/** Services for endpoints of other kinds than JSON. */
export interface StreamOptions {
  /** Detects the type of an upload by its first bytes. @param by the sender; senders are served round robin */
  detectType?: (firstBytes: Uint8Array, by: string) => Promise<FileType | undefined>
  /** Ends event streams when the server stops. */
  closing?: AbortSignal
  /** Default: 20. */
  heartbeatSeconds?: number
  /** An upload that sends almost nothing for this time is aborted. Default: 30. */
  uploadIdleSeconds?: number
}
interface StreamsOptions extends CallerOptions, StreamOptions {
  db: Db
  onResponse?: (endpoint: Endpoint, json: string) => void
}
interface Ctx {
  db: Db
  reader: Reader
  address: string
  request: FastifyRequest
  reply: FastifyReply
}
/** Runs the handler with the additional context of its kind, and returns the response's content. */
type Stream = (ctx: Ctx, handle: (context: object) => Promise<unknown>) => Promise<string | Readable>

/** Limit of one caller in this process, over all endpoints: a browser opens one stream per tab. */
const acquireStream = createConcurrencyLimit(20)
const acquireUpload = createConcurrencyLimit(3)
const callerOf = ({ reader: { user }, address }: Ctx) => (user ? `user ${user.id}` : `address ${addressKey(address)}`)

/** Returns the function that serves an endpoint with a streamed body or response; undefined for JSON. */
export function createStreams(endpoint: Endpoint, stringify: (value: unknown) => string, options: StreamsOptions): Stream | undefined {
  if (endpoint.bodyType === 'upload') return createUploadStream(endpoint, stringify, options)
  if (endpoint.responseType === 'csv') return createCsvStream(endpoint, options)
  if (endpoint.responseType === 'file') return createFileStream(endpoint)
  if (endpoint.responseType === 'events') return createEventStream(endpoint, stringify, options)
  return undefined
}

const createUploadStream = (
  { maxBytes = defaultMaxBytes }: Endpoint,
  stringify: (value: unknown) => string,
  options: StreamsOptions,
): Stream => {
  const { detectType = () => Promise.resolve(undefined), uploadIdleSeconds = 30 } = options
  return async (ctx, handle) => {
    const caller = callerOf(ctx)
    const leave = acquireUpload(caller)
    try {
      const upload = await openUpload(ctx.request.raw, {
        maxBytes,
        detectType: (firstBytes) => detectType(firstBytes, caller),
        idleMs: uploadIdleSeconds * 1000,
      })
      try {
        const result = await handle({ upload })
        return typeof result === 'string' ? result : stringify(result)
      } finally {
        upload.stream.destroy()
      }
    } finally {
      leave()
    }
  }
}

const createCsvStream =
  (endpoint: Endpoint, { onResponse }: StreamsOptions): Stream =>
  async ({ request, reply }, handle) => {
    const { fileName, rows } = (await handle({})) as CsvFile<Record<string, unknown>>
    const stream = await csvStream(endpoint.output, rows, {
      language: preferredLanguage(request.headers['accept-language']),
      onRow: onResponse && ((row) => onResponse(endpoint, JSON.stringify(row))),
    })
    reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', contentDisposition(fileName))
    return stream
  }

/** Responds with bytes made for this caller, which must not be cached. */
const createFileStream =
  ({ mediaType = 'application/octet-stream' }: Endpoint): Stream =>
  async ({ reply }, handle) => {
    const bytes = (await handle({})) as Uint8Array
    reply.type(mediaType).header('content-length', bytes.byteLength).header('cache-control', 'no-store')
    return Readable.from([bytes], { objectMode: false })
  }

const createEventStream = (endpoint: Endpoint, stringify: (value: unknown) => string, options: StreamsOptions): Stream => {
  const { closing = new AbortController().signal, heartbeatSeconds = 20, onResponse } = options
  const openStream = createEventStreams({
    stringify(data) {
      const json = stringify(data)
      onResponse?.(endpoint, json)
      return json
    },
    heartbeatMs: heartbeatSeconds * 1000,
    closing,
  })
  return async (ctx, handle) => {
    const { reader, request, reply } = ctx
    const onEnd = acquireStream(callerOf(ctx))
    try {
      const feed = (await handle({ lastEventId: readLastEventId(request.headers['last-event-id']) })) as EventFeed<unknown>
      reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
      // Writes to the raw response: Fastify would keep a pipe and its buffers for each open stream.
      reply.hijack()
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      openStream(reply.raw, {
        feed,
        isStillAllowed: () => isSameLogin(options, endpoint, { request, reader }),
        onFailure: (err) => request.log.error({ err }, 'failed to send an event'),
        onEnd,
      })
      return ''
    } catch (error) {
      onEnd()
      throw error
    }
  }
}

/** Whether the login is still valid; true if the database fails. */
async function isSameLogin(
  options: StreamsOptions,
  endpoint: Endpoint,
  { request, reader: { user } }: Pick<Ctx, 'request' | 'reader'>,
): Promise<boolean> {
  if (!user) return true
  try {
    return (await findCaller(options, options.db, request, endpoint))?.sessionId === user.sessionId
  } catch (error) {
    return isDatabaseUnavailable(error)
  }
}
