/** A stream as a list of one entry, for players outside of the browser. */
import { headerNames } from './m3u-attributes.ts'

interface Entry {
  name: string
  tvgId: string | null
  group: string | null
  /** An address of this site, with its host. */
  logo: string | null
  address: string
  headers: Readonly<Record<string, string>>
}

/** What VLC knows of the headers that are passed on; others read all of them from `#EXTHTTP`. */
const vlcOptions: Readonly<Record<string, string>> = { 'User-Agent': 'http-user-agent', Referer: 'http-referrer' }
/** A list's login is nobody else's: `Cookie` and `Authorization` stay here. */
const told = ['User-Agent', 'Referer', 'Origin']

/** One line, whatever is in it: a name begins no other. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
/** Nothing escapes a quote there. */
const attribute = (name: string, value: string | null) => (value ? ` ${name}="${oneLine(value).replaceAll('"', "'")}"` : '')

export function m3uFile({ name, tvgId, group, logo, address, headers }: Entry): string {
  const byName = new Map(Object.entries(headers).map(([key, value]) => [headerNames[key.toLowerCase()] ?? key, oneLine(value)]))
  const sent = Object.fromEntries(told.flatMap((key) => (byName.has(key) ? [[key, byName.get(key)!]] : [])))
  const attributes = [attribute('tvg-id', tvgId), attribute('tvg-logo', logo), attribute('group-title', group)].join('')
  return [
    '#EXTM3U',
    `#EXTINF:-1${attributes},${oneLine(name)}`,
    ...Object.entries(sent).flatMap(([key, value]) => (vlcOptions[key] ? `#EXTVLCOPT:${vlcOptions[key]}=${value}` : [])),
    ...(Object.keys(sent).length ? [`#EXTHTTP:${JSON.stringify(sent)}`] : []),
    new URL(address).href,
    '',
  ].join('\n')
}
