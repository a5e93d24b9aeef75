/** What a stream's own server is sent, and what of its answers is passed on. */
import { fail } from '#kit/server/http/fail.ts'
import type { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { Opened } from '#kit/server/outbound/outbound-open.ts'
import { televisionErrors } from '../../errors.ts'

const plainHeaders = new Set(['user-agent', 'referer', 'origin', 'accept-language'])
/** Somebody's own: they go nowhere but to the server that the list names. */
const secretHeaders = new Set(['cookie', 'authorization'])

const only = (headers: Readonly<Record<string, string>>, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => names.has(name) && /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value)),
  )

/** The headers that a list wants to be sent. Nothing of the viewer's is among them. */
export const headersFor = (listed: Readonly<Record<string, string>>, streamUrl: string) => ({
  headers: only(listed, plainHeaders),
  secrets: { origin: URL.parse(streamUrl)?.origin ?? '', headers: only(listed, secretHeaders) },
})

const playlistTypes = /^(?:application|audio)\/(?:vnd\.apple\.mpegurl|x-mpegurl|mpegurl)$/
export const isMedia = (type: string) => /^(?:video|audio)\//.test(type) && !playlistTypes.test(type)

/** As what a part is passed on; undefined for what is none. Pages, scripts and pictures are none. */
export function partType({ type, url }: Pick<Opened, 'type' | 'url'>): string | undefined {
  if (isMedia(type) || type === 'application/mp4') return type
  // Many servers know no better.
  if (['', 'application/octet-stream', 'binary/octet-stream'].includes(type)) return 'application/octet-stream'
  return type === 'text/vtt' || (type === 'text/plain' && /\.vtt$/i.test(new URL(url).pathname)) ? 'text/vtt; charset=utf-8' : undefined
}

/** What of its head is passed on besides the type. */
export function passedHeaders({ status, header }: Pick<Opened, 'status' | 'header'>): Record<string, string> {
  const [length, range] = [header('content-length'), header('content-range')]
  return {
    'cache-control': 'private, no-store',
    ...(length !== undefined && /^\d{1,15}$/.test(length) && { 'content-length': length }),
    ...(status === 206 && range !== undefined && /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/.test(range) && { 'content-range': range }),
    ...(header('accept-ranges') === 'bytes' && { 'accept-ranges': 'bytes' }),
  }
}

/** The part that is asked for, when it is one. */
export const rangeOf = (range: string | undefined): { range: string } | undefined =>
  range !== undefined && /^bytes=\d{1,15}-\d{0,15}$/.test(range) ? { range } : undefined

/** What is answered when a stream's own server gave nothing. */
export function refuseAs(error: OutboundError): never {
  const status = error.answer?.status
  if (status === 416) throw Object.assign(new Error('no such part'), { statusCode: 416 })
  if (status === 404 || status === 410) fail(televisionErrors.source_gone)
  if (error.kind === 'refused' || status === 401 || status === 403 || status === 451) fail(televisionErrors.source_refused)
  fail(error.kind === 'too_large' || error.kind === 'wrong_type' ? televisionErrors.source_unplayable : televisionErrors.source_failed)
}
