import { Parser } from 'htmlparser2'
import type { FetchPublic } from '#kit/server/outbound.ts'
import type { Facts } from './facts.ts'
import { absolute } from './page-facts.ts'
import { parseDuration, parseTime, withoutMarkup } from './text.ts'

/** A service that describes its videos by oEmbed: quicker than its pages, and also where those show a consent wall. */
export interface OEmbedProvider {
  hosts: RegExp
  endpoint: string
  /** Its answer holds all there is: the page needn't be read. */
  isComplete?: boolean
}

const providers: readonly OEmbedProvider[] = [
  { hosts: /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, endpoint: 'https://www.youtube.com/oembed' },
  { hosts: /(?:^|\.)vimeo\.com$/, endpoint: 'https://vimeo.com/api/oembed.json', isComplete: true },
  { hosts: /(?:^|\.)(?:dailymotion\.com|dai\.ly)$/, endpoint: 'https://www.dailymotion.com/services/oembed' },
  { hosts: /(?:^|\.)soundcloud\.com$/, endpoint: 'https://soundcloud.com/oembed' },
  { hosts: /^open\.spotify\.com$/, endpoint: 'https://open.spotify.com/oembed' },
  { hosts: /(?:^|\.)tiktok\.com$/, endpoint: 'https://www.tiktok.com/oembed' },
  { hosts: /(?:^|\.)ted\.com$/, endpoint: 'https://www.ted.com/services/v1/oembed.json' },
  { hosts: /(?:^|\.)mixcloud\.com$/, endpoint: 'https://www.mixcloud.com/oembed/' },
  { hosts: /(?:^|\.)streamable\.com$/, endpoint: 'https://api.streamable.com/oembed.json' },
  { hosts: /(?:^|\.)loom\.com$/, endpoint: 'https://www.loom.com/v1/oembed' },
  { hosts: /^rumble\.com$/, endpoint: 'https://rumble.com/api/Media/oembed.json' },
  { hosts: /^play\.acast\.com$/, endpoint: 'https://oembed.acast.com/v1/embed-player' },
]

/** The service that describes an address, if it is one we know. PeerTube runs anywhere and answers at a path of its own. */
export function findProvider(url: URL, isPeerTube: boolean): OEmbedProvider | undefined {
  if (isPeerTube) return { hosts: /./, endpoint: `${url.origin}/services/oembed` }
  return providers.find(({ hosts }) => hosts.test(url.hostname))
}

/** Where a provider describes a video. */
export const oEmbedAddress = ({ endpoint }: OEmbedProvider, videoUrl: string) =>
  `${endpoint}?${new URLSearchParams({ url: videoUrl, format: 'json' }).toString()}`

/**
 * What an oEmbed answer tells; undefined when there is none.
 * @param trusted one of the services above: its `rich` answers are players too. Elsewhere they are often cards of an article.
 */
export async function readOEmbed(
  fetchPublic: FetchPublic,
  address: string,
  trusted: boolean,
  signal: AbortSignal,
): Promise<Facts | undefined> {
  const answer = await fetchPublic(address, { accept: 'application/json', types: /json|javascript/, maxBytes: 512 * 1024, signal }).catch(
    () => undefined,
  )
  const data = answer && parseObject(answer.body.toString('utf8'))
  if (!answer || !data) return undefined
  const text = (name: string) => (typeof data[name] === 'string' && data[name].trim() !== '' ? data[name] : undefined)
  const isPlayer = data['type'] === 'video' || (trusted && data['type'] === 'rich')
  const frame = isPlayer ? absolute(frameOf(text('html') ?? ''), answer.url) : undefined
  return {
    title: withoutMarkup(text('title') ?? '') || undefined,
    description: withoutMarkup(text('description') ?? '') || undefined,
    image: absolute(text('thumbnail_url'), answer.url),
    site: text('provider_name'),
    duration: parseDuration(data['duration']),
    publishedAt: parseTime(text('upload_date')),
    frames: frame ? [frame] : [],
  }
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The address of the first iframe of a piece of HTML. */
function frameOf(html: string): string | undefined {
  let found: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'iframe') found ??= attributes['src']
    },
  })
  parser.end(html.slice(0, 20_000))
  return found
}
