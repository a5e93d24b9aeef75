import { Parser } from 'htmlparser2'
import { resolveUrl } from './text.ts'
import type { LinkMetadata } from './link-metadata.ts'
import { parseDuration, parseTime, htmlToText } from './text.ts'

/**
 * Parses an oEmbed response; undefined if invalid.
 * @param isTrusted whether the response is from a known provider, whose `rich` responses are players. Those of other sites are often cards
 * of articles.
 */
export function parseOEmbed(json: string, url: string, isTrusted: boolean): LinkMetadata | undefined {
  const data = parseObject(json)
  if (!data) return undefined
  const text = (name: string) => (typeof data[name] === 'string' && data[name].trim() !== '' ? data[name] : undefined)
  const isPlayer = data['type'] === 'video' || (isTrusted && data['type'] === 'rich')
  const frame = isPlayer ? resolveUrl(frameOf(text('html') ?? ''), url) : undefined
  return {
    title: htmlToText(text('title') ?? '') || undefined,
    description: htmlToText(text('description') ?? '') || undefined,
    image: resolveUrl(text('thumbnail_url'), url),
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

/** Returns the URL of the first iframe in HTML. */
function frameOf(html: string): string | undefined {
  let endpointUrl: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'iframe') endpointUrl ??= attributes['src']
    },
  })
  parser.end(html.slice(0, 20_000))
  return endpointUrl
}
