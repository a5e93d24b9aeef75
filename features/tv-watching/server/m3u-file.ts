/** A stream as a list with one entry, for players outside the browser. */
import { headerNames } from '#features/tv-sources/server/m3u-attributes.ts'

interface Entry {
  name: string
  tvgId: string | null
  group: string | null
  /** Absolute URL on this site. */
  logo: string | null
  address: string
  headers: Readonly<Record<string, string>>
}

/** VLC's options for headers. Other players read the headers from `#EXTHTTP`. */
const vlcOptions: Readonly<Record<string, string>> = { 'User-Agent': 'http-user-agent', Referer: 'http-referrer' }
/** Headers that the file contains. `Cookie` and `Authorization` are credentials of the list and stay private. */
const publicHeaders = ['User-Agent', 'Referer', 'Origin']

/** Puts a text on one line, so that a name can't add a line to the file. */
const toOneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
/** Replaces double quotes, because attributes can't escape them. */
const formatAttribute = (name: string, value: string | null) => (value ? ` ${name}="${toOneLine(value).replaceAll('"', "'")}"` : '')

export function formatM3uFile({ name, tvgId, group, logo, address, headers }: Entry): string {
  const byName = new Map(Object.entries(headers).map(([key, value]) => [headerNames[key.toLowerCase()] ?? key, toOneLine(value)]))
  const sentHeaders = Object.fromEntries(publicHeaders.flatMap((key) => (byName.has(key) ? [[key, byName.get(key)!]] : [])))
  const attributes = [formatAttribute('tvg-id', tvgId), formatAttribute('tvg-logo', logo), formatAttribute('group-title', group)].join('')
  return [
    '#EXTM3U',
    `#EXTINF:-1${attributes},${toOneLine(name)}`,
    ...Object.entries(sentHeaders).flatMap(([key, value]) => (vlcOptions[key] ? `#EXTVLCOPT:${vlcOptions[key]}=${value}` : [])),
    ...(Object.keys(sentHeaders).length ? [`#EXTHTTP:${JSON.stringify(sentHeaders)}`] : []),
    new URL(address).href,
    '',
  ].join('\n')
}
