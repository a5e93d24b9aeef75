import { type Fetched, type FetchPublic, OutboundError } from '#kit/server/outbound.ts'
import { linkMaxLength } from '../contract.ts'
import { kindOfType, type Playback, playbackOf } from '../rules.ts'
import { serviceKinds } from '../services.ts'
import { type Facts, mergeFacts } from './facts.ts'
import { detectType, factsOfManifest, firstQuality, isVague, manifestBytes, sniffBytes, titleOfFile } from './media-type.ts'
import { findProvider, oEmbedAddress, readOEmbed } from './oembed.ts'
import { factsOfPage, oEmbedOfPage } from './page-facts.ts'
import { createPageReader, type PageTags } from './page-reader.ts'

/** What came of asking for an address. */
export interface LinkSource {
  facts: Facts
  /** Address after redirects. */
  url: string
  /** Media type of what is there. */
  type: string | undefined
}

interface Answer {
  fetched: Fetched
  type: string
  tags: PageTags | undefined
}

const isPage = (type: string) => /^(?:text\/html|application\/xhtml\+xml)$/.test(type)

/** Asks for as much of an address as tells what it is: a page's head, a manifest, the first bytes of anything else. */
async function fetchStart(fetchPublic: FetchPublic, address: string, signal: AbortSignal): Promise<Answer> {
  let size = 0
  let reader: ReturnType<typeof createPageReader> | undefined
  const fetched = await fetchPublic(address, {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    overflow: 'cut',
    signal,
    stopAt(chunk, { type, charset }) {
      size += chunk.length
      if (isPage(type)) return (reader ??= createPageReader(charset)).write(chunk)
      const kind = kindOfType(type)
      const mayBeManifest = kind === 'hls' || kind === 'dash' || isVague(type)
      return size >= (mayBeManifest ? manifestBytes : sniffBytes)
    },
  })
  if (reader) return { fetched, type: fetched.type, tags: reader.end() }
  const type = await detectType(fetched.type, fetched.body)
  if (!isPage(type)) return { fetched, type, tags: undefined }
  const late = createPageReader(fetched.charset)
  late.write(fetched.body)
  return { fetched, type, tags: late.end() }
}

async function factsOfFile(fetchPublic: FetchPublic, { fetched, type }: Answer, signal: AbortSignal): Promise<Facts> {
  const url = new URL(fetched.url)
  return {
    title: kindOfType(type) || type.startsWith('image/') ? titleOfFile(url) : undefined,
    image: type.startsWith('image/') ? fetched.url : undefined,
    ...(await factsOfStream(fetchPublic, fetched, type, signal)),
  }
}

/** A list of qualities says nothing of the stream: the first of them does. */
async function factsOfStream(fetchPublic: FetchPublic, { url, body }: Fetched, type: string, signal: AbortSignal): Promise<Facts> {
  const quality = kindOfType(type) === 'hls' ? firstQuality(body.toString('utf8'), url) : undefined
  if (quality === undefined) return factsOfManifest(type, body)
  try {
    return factsOfManifest(type, (await fetchStart(fetchPublic, quality, signal)).fetched.body)
  } catch (error) {
    if (error instanceof OutboundError) return {}
    throw error
  }
}

const isService = (playback: Playback | null) => playback !== null && serviceKinds.some((kind) => kind === playback.kind)

/** A service that shows a consent or login page in the video's place sends elsewhere: that page is not about the video. */
const isElsewhere = (known: Playback | null, finalUrl: string) => isService(known) && playbackOf({ src: finalUrl })?.kind !== known?.kind

/**
 * What an address tells, from its page and from oEmbed.
 * @throws OutboundError when the address is refused, or nothing came from anywhere
 */
export async function askLink(fetchPublic: FetchPublic, address: string, signal: AbortSignal): Promise<LinkSource> {
  const known = playbackOf({ src: address })
  const provider = findProvider(new URL(address), known?.kind === 'peertube')
  const askProvider = async () => provider && readOEmbed(fetchPublic, oEmbedAddress(provider, known?.src ?? address), true, signal)
  if (provider?.isComplete) {
    const facts = await askProvider()
    if (facts) return { facts, url: address, type: undefined }
  }
  const [described, page] = await Promise.all([
    provider?.isComplete ? undefined : askProvider(),
    fetchStart(fetchPublic, address, signal).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.kind === 'refused' || !provider) throw error
      return undefined
    }),
  ])
  if (!page && !described) throw new OutboundError('unreachable', 'neither the page nor its service answers')
  if (!page || isElsewhere(known, page.fetched.url)) return { facts: described ?? {}, url: address, type: undefined }

  const { url } = page.fetched
  if (!page.tags) return { facts: mergeFacts(await factsOfFile(fetchPublic, page, signal), described ?? {}), url, type: page.type }
  const facts = factsOfPage(page.tags, url)
  const discovered = described || facts.frames?.length ? undefined : oEmbedOfPage(page.tags, url)
  const more = discovered ? await readOEmbed(fetchPublic, discovered, false, signal) : described
  return { facts: mergeFacts(facts, more ?? {}), url, type: page.type }
}

/**
 * The player or file to keep for a link that does not play by itself: a service we know, else a frame, else a media file. An
 * address that plays by itself has its own player's frame, if any.
 */
export function chooseEmbed(address: string, { facts, url, type }: LinkSource): string | null {
  const own = playbackOf({ src: address, content_type: type })
  if (own && own.kind !== 'page') return own.embedUrl
  const { frames = [], files = [] } = facts
  const candidates = [url, ...frames, ...files]
  const service = candidates.map((candidate) => playbackOf({ src: candidate })).find(isService)
  if (service) return service.embedUrl
  const isPlayable = (candidate: string) => {
    const kind = playbackOf({ src: address, embed_url: candidate })?.kind
    return candidate.length <= linkMaxLength && kind !== undefined && kind !== 'page'
  }
  // Some pages name themselves as their own player.
  const isItself = (candidate: string) => [address, url].some((self) => withoutHash(self) === withoutHash(candidate))
  const frame = frames.find((candidate) => !isItself(candidate) && isPlayable(candidate))
  return frame ?? files.find((candidate) => isPlayable(candidate) && playbackOf({ src: candidate })?.kind !== 'page') ?? null
}

const withoutHash = (address: string) => address.split('#')[0]
