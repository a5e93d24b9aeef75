import { Parser } from 'htmlparser2'
import { cutText } from '#kit/contract/cut-text.ts'
import { isVisible } from '#kit/contract/visible.ts'

/** Maximum length of a URL that is followed or stored. A longer URL is ignored. */
const maxLength = 8192

/** Resolves an http(s) URL; undefined if invalid. */
export function resolveUrl(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.slice(0, 2 * maxLength).trim()
  if (!trimmed || trimmed.length > maxLength || !URL.canParse(trimmed, base)) return undefined
  const { protocol, href } = new URL(trimmed, base)
  return /^https?:$/.test(protocol) ? href : undefined
}

const entityPattern = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});/i
/** Characters without a visible effect: control characters, joiners, and direction marks. */
const invisiblePattern = /[\p{Cc}\u200B\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu

function decodeHtml(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (piece) => (text += piece), onopentagname: () => (text += ' ') })
  parser.end(html)
  return text
}

/** Maximum length of HTML. Longer texts are never shown, and nested tags take time. */
const maxHtmlLength = 20_000

/** Converts HTML to text, because JSON-LD and oEmbed often contain HTML in text fields. */
export const htmlToText = (html: string): string => (html.includes('<') ? decodeHtml(html.slice(0, maxHtmlLength)) : html)

/**
 * Cleans a page's text to one line: decodes doubly escaped entities, removes control characters, collapses white space; '' if
 * nothing visible remains. Truncates to `max` UTF-16 units, at a word if possible, with `…`.
 */
export function cleanText(text: string, max: number): string {
  const beginning = text.slice(0, 4 * max + 1000)
  const decoded = entityPattern.test(beginning) ? decodeHtml(beginning.replaceAll('<', '&lt;')) : beginning
  const clean = decoded.toWellFormed().replace(/\s+/g, ' ').replace(invisiblePattern, '').trim()
  if (!isVisible(clean)) return ''
  if (clean.length <= max) return clean
  const cut = clean.slice(0, max - 1)
  const lastSpace = cut.lastIndexOf(' ')
  const shortened = lastSpace > max * 0.8 ? cut.slice(0, lastSpace) : cutText(clean, max - 1)
  return `${shortened.trimEnd()}…`
}

/** Removes the name of the site: `A film | The Site` becomes `A film`. */
export function removeSiteSuffix(title: string, site: string): string {
  if (!site || !title.toLowerCase().endsWith(site.toLowerCase())) return title
  return /^(.*\S)\s+[|–—·•:-]\s+$/s.exec(title.slice(0, -site.length))?.[1] ?? title
}

/** Parses an ISO 8601 duration (`PT1H2M3.5S`, `P0DT6M`) or seconds; undefined for none, zero or nonsense. */
export function parseDuration(text: unknown): number | undefined {
  const trimmed = typeof text === 'number' ? String(text) : typeof text === 'string' ? text.trim() : ''
  const iso = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d+)?)S)?)?$/i.exec(trimmed)
  const seconds = iso
    ? Number(iso[1] ?? 0) * 86_400 + Number(iso[2] ?? 0) * 3600 + Number(iso[3] ?? 0) * 60 + Number(iso[4] ?? 0)
    : /^\d{1,8}(?:\.\d+)?$/.test(trimmed)
      ? Number(trimmed)
      : 0
  const rounded = Math.round(seconds)
  // A duration of more than a month must be an error.
  return rounded > 0 && rounded <= 31 * 86_400 ? rounded : undefined
}

const isoTimePattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i
const mailTimePattern = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC?|[+-]\d{4})$/i

/** Parses a page's date as ISO 8601 UTC; undefined if invalid, or impossible for a video. A date without a zone is in UTC. */
export function parseTime(text: unknown): string | undefined {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  const [, date, clock = '00:00', zone = 'Z'] = isoTimePattern.exec(trimmed) ?? []
  if (!date && !mailTimePattern.test(trimmed)) return undefined
  const time = new Date(date ? `${date}T${clock}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}` : trimmed)
  return time.getUTCFullYear() >= 1880 && time.getTime() < Date.now() + 366 * 86_400_000 ? time.toISOString() : undefined
}
