import { setMaxListeners } from 'node:events'
import type { Db } from '#kit/server/db.ts'
import type { Limits } from '#kit/server/limits.ts'
import type { FetchPublic } from '#kit/server/outbound.ts'
import { OutboundError } from '#kit/server/outbound-guard.ts'
import { isOverloaded } from '#kit/server/overload.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { linkMaxLength, type LinkMeta, titleMaxLength } from '../contract.ts'
import { addressTitle } from '../link-title.ts'
import { pictureUrl } from '../picture-addresses.ts'
import { playbackOf } from '../rules.ts'
import { createAdmission } from './admission.ts'
import { askLink, chooseEmbed, type LinkSource } from './link-source.ts'
import type { Pictures } from './pictures.ts'
import { listFreshLinks, upsertLink } from './queries.ts'
import { cleanText, withoutSite } from './text.ts'

export interface Links {
  /**
   * What the pages at these addresses say of themselves, in their order: each came or failed within the deadline. A page that
   * can't be reached is described by its address; 'refused' is an address that is not fetched. Known for a day, but for pages of our own.
   */
  describeLinks: (db: Db, addresses: readonly string[], options?: LinkOptions) => Promise<(LinkMeta | 'refused')[]>
}

interface LinkOptions {
  /** Milliseconds. */
  deadlineMs?: number
  /** The user for whom they are fetched. */
  by?: string | undefined
  /** They count as pasted links of the user's; else the caller has counted them. */
  isPasted?: boolean
}

interface LinkTools {
  fetchPublic: FetchPublic
  /** Where pages and manifests are read. */
  sandbox: Sandbox
  pictures: Pictures
  /** Where people reach us: our own pages are asked each time. */
  publicUrl: string
  limits: Pick<Limits, 'take' | 'takeAll'>
}

/** Something had its share, or is in use: what was not asked now may be asked later. */
const isBusy = (error: unknown) => isOverloaded(error) || (error instanceof OutboundError && error.kind === 'busy')

export function createLinks({ fetchPublic, sandbox, pictures, publicUrl, limits }: LinkTools): Links {
  const { host: ownHost } = new URL(publicUrl)
  /** What a channel's page says must not outlive its link: a page of ours is never kept. */
  const keep = async (db: Db, url: URL, meta: LinkMeta, pictureId: string | null) => {
    if (url.host !== ownHost) await upsertLink(db, url.href, meta, pictureId)
  }
  async function describe(db: Db, url: URL, signal: AbortSignal, { by, isPasted = false }: LinkOptions): Promise<LinkMeta | 'refused'> {
    const address = url.href
    const look = { ...(by !== undefined && { by }), admit: createAdmission(limits, { by, address, isPasted }) }
    const fetched: FetchPublic = (where, options) => fetchPublic(where, { ...options, ...look })
    try {
      const source = await askLink({ fetchPublic: fetched, sandbox, by, signal }, address)
      const { image } = source.facts
      const picture = image ? await pictures.pictureOfPage(db, image, { signal, ...look }) : null
      const pictureId = picture === 'busy' || picture === 'spent' ? null : picture
      // What came too late to be whole, or was not asked, is asked for again next time.
      const isPending = signal.aborted || picture === 'busy'
      const meta = { ...metaOf(url, source, pictureId), is_pending: isPending }
      if (!isPending) await keep(db, url, meta, pictureId)
      return meta
    } catch (error) {
      if (error instanceof OutboundError && error.kind === 'refused') return 'refused'
      const isPending = signal.aborted || isBusy(error)
      if (!isPending && !(error instanceof OutboundError)) throw error
      const meta = { ...metaOf(url, { facts: {}, url: address, type: undefined }, null), reached: false, is_pending: isPending }
      if (!isPending) await keep(db, url, meta, null)
      return meta
    }
  }

  return {
    async describeLinks(db, addresses, { deadlineMs = 14_000, ...options } = {}) {
      const signal = AbortSignal.timeout(deadlineMs)
      // Every link listens to it, and each of its hops and pictures.
      setMaxListeners(0, signal)
      const urls = addresses.map(parseLink)
      const distinct = new Map(urls.filter((url) => url !== undefined).map((url) => [url.href, url]))
      const known = await listFreshLinks(db, [...distinct.keys()])
      const asked = new Map<string, Promise<LinkMeta | 'refused'>>()
      for (const [address, url] of distinct)
        asked.set(address, known.has(address) ? Promise.resolve(known.get(address)!) : describe(db, url, signal, options))
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

/** What a link is called of which nothing better is known. */
export const titleOfAddress = (url: URL): string => cleanText(addressTitle(url), titleMaxLength)

function metaOf(url: URL, source: LinkSource, pictureId: string | null): LinkMeta {
  const { facts, type } = source
  const playable = { src: url.href, embed_url: chooseEmbed(url.href, source), content_type: type ?? null }
  const playback = playbackOf(playable)
  const { site = '' } = facts
  const title = withoutSite(facts.title ?? '', site) || titleOfAddress(url)
  return {
    reached: true,
    is_pending: false,
    title,
    description: facts.description ?? '',
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
