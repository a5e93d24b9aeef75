import { isOverloaded } from '#kit/server/http/overload.ts'
import type { FetchOptions, FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError, type UnsuccessfulResponse } from '#kit/server/outbound/outbound-guard.ts'
import type { LinkProblem } from '#features/channels/rules.ts'
import { kindOfType, type Playback, detectPlayback } from '#features/media/rules.ts'
import { isHtmlType, isGenericType, manifestBytes, sniffBytes } from '#features/media/server/body-types.ts'
import { type FetchContext, readInSandbox } from '#features/media/server/link-source.ts'
import { readBodyTask } from '#features/media/server/tasks.ts'
import { findProvider, oEmbedAddress, type OEmbedProvider } from '#features/media/server/oembed-services.ts'
import { serviceKinds } from '#features/media/services.ts'
import type { CheckResult } from '../rules.ts'

/** A video's address, and the metadata stored when it was added. */
export interface LinkTarget {
  address: string
  embedUrl: string | null
  contentType: string | null
}

/** The problem for each HTTP status. Other statuses show no problem. */
type ProblemsByStatus = Readonly<Partial<Record<number, LinkProblem>>>

/** Problems by the HTTP status of a provider's response to a request for oEmbed data. */
const serviceProblems: Readonly<Partial<Record<Playback['kind'], ProblemsByStatus>>> = {
  youtube: { 400: 'removed', 401: 'not_embeddable', 403: 'private', 404: 'removed' },
  vimeo: { 401: 'private', 403: 'not_embeddable', 404: 'removed' },
  soundcloud: { 401: 'private', 403: 'not_embeddable', 404: 'removed' },
}
const anyService: ProblemsByStatus = { 401: 'private', 403: 'private', 404: 'removed', 410: 'removed' }
/** Problems of media files by HTTP status. Includes 401 and 403, because browsers get the same status. */
const mediaProblems: ProblemsByStatus = { 401: 'private', 403: 'private', 404: 'not_found', 410: 'not_found' }
/** Problems of pages. 401 and 403 are left out, because pages often refuse bots. */
const pageProblems: ProblemsByStatus = { 404: 'not_found', 410: 'not_found' }

/** Default pause of a host in seconds. */
const defaultPauseSeconds = 3600

/** Pages that oEmbed doesn't cover. */
const withoutOEmbed = /^https:\/\/(?:www\.dailymotion\.com\/playlist|vimeo\.com\/event)\//

function chooseCheck({
  address,
  embedUrl,
  contentType,
}: LinkTarget): { playback: Playback; provider: OEmbedProvider | undefined } | undefined {
  const playback = detectPlayback({ src: address, embed_url: embedUrl, content_type: contentType })
  // Twitch can't be checked, because it has no oEmbed and the same page for all videos.
  if (!playback || playback.src.startsWith('/') || playback.kind === 'twitch' || withoutOEmbed.test(playback.src)) return undefined
  const isDescribed = playback.kind === 'embed' || serviceKinds.some((kind) => kind === playback.kind)
  const provider = isDescribed ? findProvider(new URL(playback.src), playback.kind === 'peertube') : undefined
  return { playback, provider }
}

/** Maximum bytes of an address that is checked. Longer ones, which have many characters of several bytes, can't be stored. */
const maxAddressBytes = 2048

/** Returns the host to request for a video; undefined if there is none, or if the address is too long. */
export function hostToRequest(target: LinkTarget): string | undefined {
  const plan = Buffer.byteLength(target.address) > maxAddressBytes ? undefined : chooseCheck(target)
  return plan && new URL(plan.provider?.endpoint ?? plan.playback.src).hostname.slice(0, 255)
}

/** Checks an address with as few requests as possible. @throws the signal's reason */
export async function checkAddress(context: FetchContext, target: LinkTarget): Promise<CheckResult> {
  const plan = chooseCheck(target)
  if (!plan) return { outcome: 'unclear' }
  const { playback, provider } = plan
  const { kind, src } = playback
  if (provider) return runCheck(() => checkService(context.fetchPublic, oEmbedAddress(provider, src)), serviceProblems[kind] ?? anyService)
  if (kind === 'hls' || kind === 'dash')
    return runCheck(() => checkContentType(context, src, { maxBytes: manifestBytes }, (type) => kindOfType(type) === kind), mediaProblems)
  if (target.contentType?.startsWith('image/'))
    return runCheck(() => checkContentType(context, src, firstBytesOnly, (type) => type.startsWith('image/')), mediaProblems)
  if (kind === 'file' || kind === 'audio') return checkFile(context, src)
  return checkPage(context.fetchPublic, src)
}

const working: CheckResult = { outcome: 'well' }

async function checkService(fetchPublic: FetchPublic, address: string): Promise<CheckResult> {
  await fetchPublic(address, { accept: 'application/json', types: /json|javascript/, maxBytes: 512 * 1024 })
  return working
}

const firstBytesOnly = { firstBytes: sniffBytes, maxBytes: sniffBytes } as const

/** Checks whether the content type is as expected. */
async function checkContentType(
  context: FetchContext,
  address: string,
  options: Pick<FetchOptions, 'firstBytes' | 'maxBytes'>,
  isRight: (type: string) => boolean,
): Promise<CheckResult> {
  const { url, type, charset, body } = await context.fetchPublic(address, { ...options, overflow: 'cut' })
  const reading = await readInSandbox(context, readBodyTask, { url, type, charset, bytes: body })
  if (!reading) return { outcome: 'unclear' }
  return isRight(reading.type) ? working : { outcome: 'failed', problem: 'not_playable' }
}

const isMedia = (type: string) => ['file', 'audio'].includes(kindOfType(type) ?? '')

async function checkFile(context: FetchContext, address: string): Promise<CheckResult> {
  const head = await requestHead(context.fetchPublic, address)
  if (head.type !== undefined && (isMedia(head.type) || isGenericType(head.type))) return working
  if (head.finding) return head.finding
  // A page instead of a file may mean that the file is missing.
  return runCheck(() => checkContentType(context, address, firstBytesOnly, (type) => !isHtmlType(type)), mediaProblems)
}

async function checkPage(fetchPublic: FetchPublic, address: string): Promise<CheckResult> {
  const head = await requestHead(fetchPublic, address)
  if (head.type !== undefined) return working
  if (head.finding) return head.finding
  return runCheck(async () => {
    await fetchPublic(address, { firstBytes: 1, maxBytes: sniffBytes, overflow: 'cut', stopAt: () => true })
    return working
  }, pageProblems)
}

/**
 * Requests the content type with `HEAD`.
 * @returns the type, or a result that ends the check. Neither if `HEAD` failed: many hosts refuse it, but respond to a partial `GET`
 */
async function requestHead(fetchPublic: FetchPublic, address: string): Promise<{ type?: string; finding?: CheckResult }> {
  try {
    const { type } = await fetchPublic(address, { method: 'HEAD' })
    return { type }
  } catch (error) {
    const finding = checkResultOfError(error, {})
    return finding.outcome === 'blocked' || finding.outcome === 'unasked' ? { finding } : {}
  }
}

async function runCheck(request: () => Promise<CheckResult>, problems: ProblemsByStatus): Promise<CheckResult> {
  try {
    return await request()
  } catch (error) {
    return checkResultOfError(error, problems)
  }
}

function checkResultOfError(error: unknown, problems: ProblemsByStatus): CheckResult {
  if (isOverloaded(error)) return { outcome: 'unasked' }
  if (!(error instanceof OutboundError)) throw error
  if (error.answer) return checkResultOfResponse(error.answer, problems)
  switch (error.kind) {
    case 'busy':
      return { outcome: 'unasked' }
    // A consent page, or data without end, shows that the address exists.
    case 'wrong_type':
    case 'too_large':
      return { outcome: 'unclear' }
    // A private address may come from our own name server, so it doesn't show that the link is dead.
    case 'refused':
      return { outcome: 'silent' }
    case 'unreachable':
      return isRefusal(error.cause) ? { outcome: 'failed', problem: 'unreachable' } : { outcome: 'silent' }
  }
}

function checkResultOfResponse({ status, retryAfterSeconds }: UnsuccessfulResponse, problems: ProblemsByStatus): CheckResult {
  const problem = problems[status]
  if (problem) return { outcome: 'failed', problem }
  if (status === 429 || status === 503) return { outcome: 'blocked', seconds: retryAfterSeconds ?? defaultPauseSeconds }
  return status >= 500 ? { outcome: 'silent' } : { outcome: 'unclear', status }
}

/** Whether browsers would fail too: the host refused the connection, or has an invalid certificate. */
function isRefusal(cause: unknown): boolean {
  const { code = '', errors = [] } = (cause ?? {}) as { code?: string; errors?: unknown[] }
  return /^(?:ECONNREFUSED|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code) || errors.some(isRefusal)
}
