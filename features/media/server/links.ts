import { setMaxListeners } from 'node:events'
import type { Db } from '#kit/server/db.ts'
import { type FetchPublic, OutboundError } from '#kit/server/outbound.ts'
import { hostAndPath } from '../addresses.ts'
import { descriptionMaxLength, linkMaxLength, type LinkMeta, titleMaxLength } from '../contract.ts'
import { pictureUrl } from '../picture-addresses.ts'
import { playbackOf } from '../rules.ts'
import { askLink, chooseEmbed, type LinkSource } from './link-source.ts'
import type { Pictures } from './pictures.ts'
import { listFreshLinks, upsertLink } from './queries.ts'
import { cleanText, withoutSite } from './text.ts'

export interface Links {
  /**
   * What the pages at these addresses say of themselves, in their order: each came or failed within the deadline. A page that
   * can't be reached is described by its address; 'refused' is an address that is not fetched. Known for a day.
   * @throws 429 when `by` has had too many fetched
   */
  describeLinks: (db: Db, addresses: readonly string[], options?: LinkOptions) => Promise<(LinkMeta | 'refused')[]>
}

interface LinkOptions {
  deadlineMs?: number
  /** The user for whom they are fetched. */
  by?: string
  /** The caller has counted them already. */
  isCounted?: boolean
}

/** Counts what is fetched for a user. @throws 429 */
export type CountFetches = (userId: string, count: number) => void

interface LinkTools {
  fetchPublic: FetchPublic
  pictures: Pictures
  countFetches: CountFetches
}

export function createLinks({ fetchPublic, pictures, countFetches }: LinkTools): Links {
  async function describe(db: Db, url: URL, signal: AbortSignal, by: string | undefined): Promise<LinkMeta | 'refused'> {
    const address = url.href
    const fetched: FetchPublic = (where, options) => fetchPublic(where, { ...options, ...(by !== undefined && { by }) })
    try {
      const source = await askLink(fetched, address, signal)
      const { image } = source.facts
      const pictureId = image ? await pictures.pictureOfPage(db, image, { signal, ...(by !== undefined && { by }) }) : null
      const meta = metaOf(url, source, pictureId)
      // What came too late to be whole is asked for again next time.
      if (!signal.aborted) await upsertLink(db, address, meta, pictureId)
      return meta
    } catch (error) {
      if (error instanceof OutboundError && error.kind === 'refused') return 'refused'
      if (!signal.aborted && !(error instanceof OutboundError)) throw error
      const meta = { ...metaOf(url, { facts: {}, url: address, type: undefined }, null), reached: false }
      if (!signal.aborted) await upsertLink(db, address, meta, null)
      return meta
    }
  }

  return {
    async describeLinks(db, addresses, { deadlineMs = 14_000, by, isCounted = false } = {}) {
      const signal = AbortSignal.timeout(deadlineMs)
      // Every link listens to it, and each of its hops and pictures.
      setMaxListeners(0, signal)
      const urls = addresses.map(parseLink)
      const distinct = new Map(urls.filter((url) => url !== undefined).map((url) => [url.href, url]))
      const known = await listFreshLinks(db, [...distinct.keys()])
      if (by !== undefined && !isCounted) countFetches(by, distinct.size - known.size)
      const asked = new Map<string, Promise<LinkMeta | 'refused'>>()
      for (const [address, url] of distinct)
        asked.set(address, known.has(address) ? Promise.resolve(known.get(address)!) : describe(db, url, signal, by))
      return Promise.all(urls.map(async (url) => (url ? asked.get(url.href)! : 'refused')))
    },
  }
}

function parseLink(address: string): URL | undefined {
  // Written out: `http:host` would be read as an address, too, and nobody could keep it.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.href.length <= linkMaxLength && !url.username && !url.password ? url : undefined
}

function metaOf(url: URL, source: LinkSource, pictureId: string | null): LinkMeta {
  const { facts, type } = source
  const playable = { src: url.href, embed_url: chooseEmbed(url.href, source), content_type: type ?? null }
  const playback = playbackOf(playable)
  const site = cleanText(facts.site ?? '', titleMaxLength)
  const title = cleanText(withoutSite(facts.title ?? '', site), titleMaxLength) || cleanText(hostAndPath(url), titleMaxLength)
  return {
    reached: true,
    title,
    description: cleanText(facts.description ?? '', descriptionMaxLength),
    image: pictureId && pictureUrl(pictureId),
    site: site || playback?.provider || url.hostname,
    duration: facts.duration ?? null,
    is_live: facts.isLive ?? false,
    published_at: facts.publishedAt ?? null,
    kind: playback?.kind ?? 'page',
    embed_url: playable.embed_url,
    content_type: type?.slice(0, 100) || null,
  }
}
