import { resolveUrl } from './text.ts'
import type { LinkMetadata } from './link-metadata.ts'
import { mergeMetadata } from './link-metadata.ts'
import { extractJsonLdMetadata } from './json-ld.ts'
import type { PageTags } from './page-reader.ts'
import { parseDuration, parseTime } from './text.ts'

/** Maximum players, and files, considered per page. */
const maxAddresses = 50

/** Whether a file is Flash, which browsers no longer support. */
const isFlash = (type: string | undefined, address: string) => /shockwave|flash/i.test(type ?? '') || /\.swf(?:$|\?)/i.test(address)

/** Returns the videos that a page names. If the page names a single media type, this type applies to all its videos. */
function videosOf({ videos }: PageTags): { address: string; isFile: boolean }[] {
  const types = videos.flatMap(({ type }) => type ?? [])
  const common = types.length === 1 ? types[0] : undefined
  return videos.flatMap(({ addresses, type = common }) =>
    [addresses['og:video:secure_url'], addresses['og:video:url'], addresses['og:video']].flatMap((address) =>
      address === undefined || address.trim() === '' || isFlash(type, address)
        ? []
        : [{ address, isFile: /^(?:video|audio|application)\//i.test(type ?? '') }],
    ),
  )
}

/** Extracts metadata in order of trust: Open Graph, Twitter cards, JSON-LD, microdata, plain HTML. Resolves all URLs. */
export function extractPageMetadata(tags: PageTags, pageUrl: string): LinkMetadata {
  const base = resolveUrl(tags.base, pageUrl) ?? pageUrl
  const valuesOf = (...names: string[]) => names.flatMap((name) => tags.meta.get(name) ?? []).filter((value) => value.trim() !== '')
  const first = (...names: string[]) => valuesOf(...names)[0]
  const addresses = (values: readonly string[]) => [
    ...new Set(values.slice(0, maxAddresses).flatMap((value) => resolveUrl(value, base) ?? [])),
  ]

  const videos = videosOf(tags)
  const social: LinkMetadata = {
    title: first('og:title', 'twitter:title'),
    description: first('og:description', 'twitter:description'),
    image: first('og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'),
    site: first('og:site_name'),
    duration: parseDuration(first('og:video:duration', 'video:duration', 'music:duration', 'og:duration')),
    publishedAt: parseTime(
      first('article:published_time', 'og:article:published_time', 'og:video:release_date', 'video:release_date', 'music:release_date'),
    ),
    frames: [...videos.flatMap(({ address, isFile }) => (isFile ? [] : [address])), ...valuesOf('twitter:player')],
    files: [
      ...videos.map(({ address }) => address),
      ...valuesOf('twitter:player:stream', 'og:audio:secure_url', 'og:audio:url', 'og:audio'),
    ],
  }
  const tagMetadata: LinkMetadata = {
    title: first('title', 'dc.title') ?? (tags.title.trim() || undefined),
    description: first('description', 'dc.description'),
    image: first('thumbnailurl', 'image') ?? tags.links.find(({ rel }) => rel === 'image_src')?.href ?? tags.player?.poster,
    site: first('application-name'),
    duration: parseDuration(first('duration')),
    publishedAt: parseTime(first('uploaddate', 'datepublished', 'date', 'dc.date')),
    frames: valuesOf('embedurl'),
    files: [...valuesOf('contenturl'), ...(tags.player ? [tags.player.src] : [])],
  }
  const data = extractJsonLdMetadata(tags.jsonLd)
  const metadata = mergeMetadata(social, data, tagMetadata)
  // Prefers the video's own date, because the tags often have the date of the article around it.
  const publishedAt = data.publishedAt ?? metadata.publishedAt
  return {
    ...metadata,
    publishedAt,
    image: resolveUrl(metadata.image, base),
    frames: addresses(metadata.frames ?? []),
    files: addresses(metadata.files ?? []),
  }
}

/** Returns the page's oEmbed discovery URL. */
export const findOEmbedUrl = (tags: PageTags, pageUrl: string): string | undefined =>
  resolveUrl(tags.links.find(({ rel, type }) => rel.includes('alternate') && type.startsWith('application/json+oembed'))?.href, pageUrl)
