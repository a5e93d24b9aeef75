import { setMaxListeners } from 'node:events'
import type { Db } from '#kit/server/db/db.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { linkMaxLength, type LinkMeta, titleMaxLength } from '../contract.ts'
import { addressTitle } from '../link-title.ts'
import { pictureUrl } from '../picture-addresses.ts'
import { detectPlayback } from '../rules.ts'
import { createHostLimiter } from './fetch-limits.ts'
import { fetchLink, chooseEmbed, type LinkSource } from './link-source.ts'
import { isBusy } from './picture-fetcher.ts'
import type { Pictures } from './pictures.ts'
import { listFreshLinks, upsertLink } from './queries.ts'
import { cleanText, removeSiteSuffix } from './text.ts'

export interface Links {
  /**
   * Returns the metadata of pages in order, within the deadline. The metadata of an unreachable page is from its URL; 'refused' means a URL
   * that may not be fetched. Metadata is cached for a day, except that of our own pages.
   */
  describeLinks: (db: Db, addresses: readonly string[], options?: LinkOptions) => Promise<(LinkMeta | 'refused')[]>
}

interface LinkOptions {
  /** Deadline in ms. */
  deadlineMs?: number
  /** The user for whom requests count. */
  by?: string | undefined
  /** Whether to count for the limit of pasted links. If false, the caller has counted the request. */
  isPasted?: boolean
}

interface LinkTools {
  fetchPublic: FetchPublic
  /** The sandbox for pages and manifests. */
  sandbox: Sandbox
  pictures: Pictures
  /** Public origin of this site, whose pages are never cached. */
  publicUrl: string
  limits: Pick<Limits, 'take' | 'takeAll'>
}

export function createLinks({ fetchPublic, sandbox, pictures, publicUrl, limits }: LinkTools): Links {
  const { host: ownHost } = new URL(publicUrl)
  /** Stores metadata, except that of our own pages, which must not outlive a channel's private link. */
  const storeMetadata = async (db: Db, url: URL, meta: LinkMeta, pictureId: string | null) => {
    if (url.host !== ownHost) await upsertLink(db, url.href, meta, pictureId)
  }
  async function describe(db: Db, url: URL, signal: AbortSignal, { by, isPasted = false }: LinkOptions): Promise<LinkMeta | 'refused'> {
    const address = url.href
    const fetchContext = { ...(by !== undefined && { by }), admit: createHostLimiter(limits, { by, address, isPasted }) }
    const fetchInContext: FetchPublic = (address, options) => fetchPublic(address, { ...options, ...fetchContext })
    try {
      const source = await fetchLink({ fetchPublic: fetchInContext, sandbox, by, signal }, address)
      const { image } = source.metadata
      const picture = image ? await pictures.pictureOfPage(db, image, { signal, ...fetchContext }) : null
      const pictureId = picture === 'busy' || picture === 'spent' ? null : picture
      // Doesn't cache incomplete metadata, so that the next request fetches the page again.
      const isPending = signal.aborted || picture === 'busy'
      const meta = { ...metaOf(url, source, pictureId), is_pending: isPending }
      if (!isPending) await storeMetadata(db, url, meta, pictureId)
      return meta
    } catch (error) {
      if (error instanceof OutboundError && error.kind === 'refused') return 'refused'
      const isPending = signal.aborted || isBusy(error)
      if (!isPending && !(error instanceof OutboundError)) throw error
      const meta = { ...metaOf(url, { metadata: {}, url: address, type: undefined }, null), reached: false, is_pending: isPending }
      if (!isPending) await storeMetadata(db, url, meta, null)
      return meta
    }
  }

  return {
    async describeLinks(db, addresses, { deadlineMs = 14_000, ...options } = {}) {
      const signal = AbortSignal.timeout(deadlineMs)
      // Each link, redirect and picture adds a listener, so the limit of listeners is turned off.
      setMaxListeners(0, signal)
      const urls = addresses.map(parseLink)
      const distinct = new Map(urls.filter((url) => url !== undefined).map((url) => [url.href, url]))
      const cached = await listFreshLinks(db, [...distinct.keys()])
      const lookups = new Map<string, Promise<LinkMeta | 'refused'>>()
      for (const [address, url] of distinct)
        lookups.set(address, cached.has(address) ? Promise.resolve(cached.get(address)!) : describe(db, url, signal, options))
      return Promise.all(urls.map(async (url) => (url ? lookups.get(url.href)! : 'refused')))
    },
  }
}

function parseLink(address: string): URL | undefined {
  // Requires `//`, because the parser also accepts `http:host`, which can't be stored.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.href.length <= linkMaxLength && !url.username && !url.password ? url : undefined
}

/** Returns the fallback title of a link. */
export const titleOfAddress = (url: URL): string => cleanText(addressTitle(url), titleMaxLength)

function metaOf(url: URL, source: LinkSource, pictureId: string | null): LinkMeta {
  const { metadata, type } = source
  const playable = { src: url.href, embed_url: chooseEmbed(url.href, source), content_type: type ?? null }
  const playback = detectPlayback(playable)
  const { site = '' } = metadata
  const title = removeSiteSuffix(metadata.title ?? '', site) || titleOfAddress(url)
  return {
    reached: true,
    is_pending: false,
    title,
    description: metadata.description ?? '',
    image: pictureId && pictureUrl(pictureId),
    site: site || playback?.provider || url.hostname,
    duration: metadata.duration ?? null,
    is_live: metadata.isLive ?? false,
    published_at: metadata.publishedAt ?? null,
    kind: playback?.kind ?? 'page',
    embed_url: playable.embed_url,
    content_type: type?.slice(0, 100) || null,
  }
}
