import { isInternalHost } from '#kit/server/outbound/addresses.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { SandboxTask } from '#kit/server/sandbox/task.ts'
import { linkMaxLength } from '../contract.ts'
import { type Playback, detectPlayback } from '../rules.ts'
import { serviceKinds } from '../services.ts'
import { type LinkMetadata, mergeMetadata } from './link-metadata.ts'
import { findProvider, oEmbedAddress } from './oembed-services.ts'
import type { ParsedBody } from './read-body.ts'
import { createStopCondition } from './stop-reading.ts'
import { readBodyTask, readOEmbedTask } from './tasks.ts'

/** Result of a request. */
export interface LinkSource {
  metadata: LinkMetadata
  /** Final URL after redirects. */
  url: string
  /** Media type of the content. */
  type: string | undefined
}

/** Services for a fetch, and the user for whom it is made. */
export interface FetchContext {
  fetchPublic: FetchPublic
  sandbox: Pick<Sandbox, 'run'>
  by: string | undefined
  signal: AbortSignal
}

interface LinkResponse extends ParsedBody {
  /** Final URL after redirects. */
  url: string
}

/** Parses in the sandbox; undefined if the content crashes or stalls the parser. @throws the signal's reason; QueueFullError */
export async function readInSandbox<P, R>(
  { sandbox, by, signal }: FetchContext,
  task: SandboxTask<P, R>,
  payload: P,
): Promise<R | undefined> {
  try {
    return await sandbox.run(task, payload, { by, signal })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return undefined
    throw error
  }
}

/** Fetches only the part that identifies the content: a page's head, a manifest, or a file's first bytes. */
async function fetchBeginning(context: FetchContext, address: string): Promise<LinkResponse> {
  const { url, type, charset, body } = await context.fetchPublic(address, {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    overflow: 'cut',
    signal: context.signal,
    stopAt: createStopCondition(),
  })
  const reading = await readInSandbox(context, readBodyTask, { url, type, charset, bytes: body })
  if (!reading) throw new OutboundError('unreachable', 'what came cannot be read')
  return { ...reading, url }
}

async function fetchOEmbed(context: FetchContext, address: string, isTrusted: boolean): Promise<LinkMetadata | undefined> {
  try {
    const options = { accept: 'application/json', types: /json|javascript/, maxBytes: 512 * 1024, signal: context.signal }
    const { url, body } = await context.fetchPublic(address, options)
    return await readInSandbox(context, readOEmbedTask, { url, bytes: body, isTrusted })
  } catch (error) {
    if (error instanceof OutboundError && error.kind !== 'busy') return undefined
    throw error
  }
}

/** Reads the first variant of a multivariant playlist. Only variants have duration and live state. */
async function readVariant(context: FetchContext, quality: string): Promise<LinkMetadata> {
  try {
    const { metadata } = await fetchBeginning(context, quality)
    return { duration: metadata.duration, isLive: metadata.isLive }
  } catch (error) {
    if (error instanceof OutboundError && error.kind !== 'busy') return {}
    throw error
  }
}

const isService = (playback: Playback | null) => playback !== null && serviceKinds.some((kind) => kind === playback.kind)

/** Whether a request was redirected to a consent or login page, whose metadata isn't the video's. */
const isRedirectedAway = (playback: Playback | null, finalUrl: string) =>
  isService(playback) && detectPlayback({ src: finalUrl })?.kind !== playback?.kind

/**
 * Returns a URL's metadata, from its page and oEmbed.
 * @throws OutboundError if the URL is refused, if nothing could be fetched, or if a host's rate limit is reached (`busy`)
 */
export async function fetchLink(context: FetchContext, address: string): Promise<LinkSource> {
  const playback = detectPlayback({ src: address })
  const provider = findProvider(new URL(address), playback?.kind === 'peertube')
  const fetchProvider = async () => provider && fetchOEmbed(context, oEmbedAddress(provider, playback?.src ?? address), true)
  if (provider?.isComplete) {
    const metadata = await fetchProvider()
    if (metadata) return { metadata, url: address, type: undefined }
  }
  const [described, page] = await Promise.all([
    provider?.isComplete ? undefined : fetchProvider(),
    fetchBeginning(context, address).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.kind !== 'unreachable' || !provider) throw error
      return undefined
    }),
  ])
  if (!page && !described) throw new OutboundError('unreachable', 'neither the page nor its service answers')
  if (!page || isRedirectedAway(playback, page.url)) return { metadata: described ?? {}, url: address, type: undefined }

  const { url, type } = page
  const facts = page.quality ? mergeMetadata(page.metadata, await readVariant(context, page.quality)) : page.metadata
  const discovered = described || facts.frames?.length ? undefined : page.oEmbed
  const embedMetadata = discovered ? await fetchOEmbed(context, discovered, false) : described
  return { metadata: mergeMetadata(facts, embedMetadata ?? {}), url, type }
}

/**
 * Returns the player or file to store for a link that isn't directly playable: a known provider's player, else a frame, else a media file.
 * A directly playable URL keeps its own player's frame, if it has one.
 */
export function chooseEmbed(address: string, { metadata, url, type }: LinkSource): string | null {
  const playback = detectPlayback({ src: address, content_type: type })
  if (playback && playback.kind !== 'page') return playback.embedUrl
  const { frames = [], files = [] } = metadata
  const candidates = [url, ...frames, ...files]
  const service = candidates.map((candidate) => detectPlayback({ src: candidate })).find(isService)
  if (service) return service.embedUrl
  const isPlayable = (candidate: string) => {
    const kind = detectPlayback({ src: address, embed_url: candidate })?.kind
    return candidate.length <= linkMaxLength && kind !== undefined && kind !== 'page' && !isForeignEmbed(candidate)
  }
  // Refuses internal hosts, because a page could make viewers' browsers send requests to their internal networks.
  const pageHost = new URL(url).hostname
  const isForeignEmbed = (candidate: string) => {
    const hostname = URL.canParse(candidate) ? new URL(candidate).hostname : ''
    return hostname !== pageHost && isInternalHost(hostname)
  }
  // Whether the candidate is the page's own URL, which some pages name as their player.
  const isSameAddress = (candidate: string) => [address, url].some((self) => withoutHash(self) === withoutHash(candidate))
  const frame = frames.find((candidate) => !isSameAddress(candidate) && isPlayable(candidate))
  return frame ?? files.find((candidate) => isPlayable(candidate) && detectPlayback({ src: candidate })?.kind !== 'page') ?? null
}

const withoutHash = (address: string) => address.split('#')[0]
