import { Parser } from 'htmlparser2'
import { absolute } from './absolute.ts'
import type { Facts } from './facts.ts'
import { parseDuration, parseTime, withoutMarkup } from './text.ts'

/**
 * What an oEmbed answer tells; undefined when it is none.
 * @param isTrusted from one of the services that we know: its `rich` answers are players too. Elsewhere they are often cards of an article.
 */
export function factsOfOEmbed(json: string, url: string, isTrusted: boolean): Facts | undefined {
  const data = parseObject(json)
  if (!data) return undefined
  const text = (name: string) => (typeof data[name] === 'string' && data[name].trim() !== '' ? data[name] : undefined)
  const isPlayer = data['type'] === 'video' || (isTrusted && data['type'] === 'rich')
  const frame = isPlayer ? absolute(frameOf(text('html') ?? ''), url) : undefined
  return {
    title: withoutMarkup(text('title') ?? '') || undefined,
    description: withoutMarkup(text('description') ?? '') || undefined,
    image: absolute(text('thumbnail_url'), url),
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
