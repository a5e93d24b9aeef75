/** Headers that are sent to a stream's server, and headers of its responses that are relayed. */
import { fail } from '#kit/server/http/fail.ts'
import type { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { StreamedResponse } from '#kit/server/outbound/outbound-open.ts'
import { tvWatchingErrors } from '../../errors.ts'

const plainHeaders = new Set(['user-agent', 'referer', 'origin', 'accept-language'])
/** Headers with credentials, which only the server in the list gets. */
const secretHeaders = new Set(['cookie', 'authorization'])

const pickHeaders = (headers: Readonly<Record<string, string>>, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => names.has(name) && /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value)),
  )

/** Returns the headers that a list requires. They contain nothing about the viewer. */
export const upstreamHeaders = (listHeaders: Readonly<Record<string, string>>, streamUrl: string) => ({
  headers: pickHeaders(listHeaders, plainHeaders),
  secrets: { origin: URL.parse(streamUrl)?.origin ?? '', headers: pickHeaders(listHeaders, secretHeaders) },
})

const playlistTypes = /^(?:application|audio)\/(?:vnd\.apple\.mpegurl|x-mpegurl|mpegurl)$/
export const isMedia = (type: string) => /^(?:video|audio)\//.test(type) && !playlistTypes.test(type)

/** Returns the media type with which a part is relayed. Undefined for data that is never relayed, such as pages, scripts and pictures. */
export function relayedType({ type, url }: Pick<StreamedResponse, 'type' | 'url'>): string | undefined {
  if (isMedia(type) || type === 'application/mp4') return type
  // Many servers send a generic type, or none, for media.
  if (['', 'application/octet-stream', 'binary/octet-stream'].includes(type)) return 'application/octet-stream'
  return type === 'text/vtt' || (type === 'text/plain' && /\.vtt$/i.test(new URL(url).pathname)) ? 'text/vtt; charset=utf-8' : undefined
}

/** Returns the response headers that are relayed, except the type. */
export function relayedHeaders({ status, header }: Pick<StreamedResponse, 'status' | 'header'>): Record<string, string> {
  const [length, range] = [header('content-length'), header('content-range')]
  return {
    'cache-control': 'private, no-store',
    ...(length !== undefined && /^\d{1,15}$/.test(length) && { 'content-length': length }),
    ...(status === 206 && range !== undefined && /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/.test(range) && { 'content-range': range }),
    ...(header('accept-ranges') === 'bytes' && { 'accept-ranges': 'bytes' }),
  }
}

/** Returns the requested range, if valid. */
export const readRange = (range: string | undefined): { range: string } | undefined =>
  range !== undefined && /^bytes=\d{1,15}-\d{0,15}$/.test(range) ? { range } : undefined

/** Responds to a failed upstream request. */
export function respondToUpstreamError(error: OutboundError): never {
  const status = error.answer?.status
  if (status === 416) throw Object.assign(new Error('no such part'), { statusCode: 416 })
  if (status === 404 || status === 410) fail(tvWatchingErrors.source_gone)
  if (error.kind === 'refused' || status === 401 || status === 403 || status === 451) fail(tvWatchingErrors.source_refused)
  fail(error.kind === 'too_large' || error.kind === 'wrong_type' ? tvWatchingErrors.source_unplayable : tvWatchingErrors.source_failed)
}
