/**
 * Rewrites HLS playlists (RFC 8216) for the relay: replaces every URI with a URI of the relay, and drops unknown tags. Reads each line once.
 */

/** Maximum bytes and lines of a playlist. */
export const maxPlaylistBytes = 1024 * 1024
const maxLines = 60_000
/** Maximum addresses in a playlist, because each has to be signed. Enough for a day of 6-second segments. */
const maxAddresses = 15_000
/** Maximum characters of a rewritten playlist. Each address contains the base URL, which the source may make long. */
const maxRewrittenLength = 8 * 1024 * 1024
/** Processing pauses after this many lines, so that other work gets a turn. */
const linesPerTurn = 250

/** `list`: another playlist; `part`: media or a key. */
export type AddressKind = 'list' | 'part'

/** Tags without URIs. */
const plainTags = new Set([
  'EXTM3U',
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-I-FRAMES-ONLY',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-START',
  'EXT-X-ENDLIST',
  'EXT-X-ALLOW-CACHE',
  'EXTINF',
  'EXT-X-BYTERANGE',
  'EXT-X-BITRATE',
  'EXT-X-DISCONTINUITY',
  'EXT-X-GAP',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-STREAM-INF',
])
/** Tags with a `URI`, and its kind. */
const addressTags: Readonly<Record<string, AddressKind>> = {
  'EXT-X-KEY': 'part',
  'EXT-X-SESSION-KEY': 'part',
  'EXT-X-MAP': 'part',
  'EXT-X-MEDIA': 'list',
  'EXT-X-I-FRAME-STREAM-INF': 'list',
}

/** Whether a text begins like a playlist. */
export const isPlaylist = (beginning: string): boolean => /^\uFEFF?#EXTM3U/.test(beginning)

/**
 * @param base the playlist's URL
 * @param relayAddress returns our address for a source's URL
 * @returns undefined if the playlist can't be relayed: it is too long, or has a URI other than http(s)
 */
export async function rewritePlaylist(
  text: string,
  base: string,
  relayAddress: (address: string, kind: AddressKind) => string,
): Promise<string | undefined> {
  if (!isPlaylist(text) || hasTooManyParts(text)) return undefined
  const rewritten: string[] = []
  const resolved = (address: string) => {
    const url = URL.parse(address, base)
    return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
  }
  let next: AddressKind = 'part'
  let count = 0
  let length = 0
  let addresses = 0
  const add = (line: string) => {
    rewritten.push(line)
    length += line.length + 1
  }
  for (const line of linesOf(text)) {
    if (++count > maxLines || length > maxRewrittenLength) return undefined
    if (count % linesPerTurn === 0) await new Promise(setImmediate)
    if (line.startsWith('#')) {
      const tag = tagOf(line)
      if (tag === undefined) continue
      if (tag === 'EXT-X-STREAM-INF') next = 'list'
      if (plainTags.has(tag)) add(line)
      const kind = Object.hasOwn(addressTags, tag) ? addressTags[tag] : undefined
      const changed = kind && withAddress(line, tag, (address) => relayedAddress(address, kind))
      if (changed === null) return undefined
      if (changed !== undefined) add(changed)
    } else {
      const address = relayedAddress(line, next)
      if (address === undefined) return undefined
      add(address)
      next = 'part'
    }
  }
  return `${rewritten.join('\n')}\n`

  function relayedAddress(address: string, kind: AddressKind): string | undefined {
    const href = ++addresses > maxAddresses ? undefined : resolved(address)
    return href === undefined ? undefined : relayAddress(href, kind)
  }
}

/** Whether there are too many addresses. Checked before any is signed. */
function hasTooManyParts(text: string): boolean {
  let parts = 0
  for (const line of linesOf(text)) if (!line.startsWith('#') && ++parts > maxAddresses) return true
  return false
}

function* linesOf(text: string): Generator<string> {
  for (let offset = text.startsWith('\uFEFF') ? 1 : 0; offset < text.length;) {
    const end = text.indexOf('\n', offset)
    const line = text.slice(offset, end < 0 ? text.length : end).trim()
    if (line !== '') yield line
    if (end < 0) return
    offset = end + 1
  }
}

const tagOf = (line: string) => /^#(EXT[A-Z0-9-]*)(?=:|$)/.exec(line)?.[1]

/** `NAME=value` or `NAME="value"`, with the separator. Adjacent repetitions match different characters, which prevents quadratic time. */
const attribute = /\s*([A-Z0-9-]+)=("[^"\r\n]*"\s*|[^",\r\n]*)(?:,|$)/y

/** @returns the tag with its `URI` replaced; null if the URI can't be relayed, or the attributes are invalid */
function withAddress(line: string, tag: string, relayAddress: (address: string) => string | undefined): string | null {
  attribute.lastIndex = tag.length + 2
  const attributes: string[] = []
  while (attribute.lastIndex < line.length) {
    const [, name, rawValue] = attribute.exec(line) ?? []
    if (name === undefined || rawValue === undefined) return null
    const value = rawValue.trim()
    if (name !== 'URI') attributes.push(`${name}=${value}`)
    else {
      const address = value.startsWith('"') ? relayAddress(value.slice(1, -1)) : undefined
      if (address === undefined) return null
      attributes.push(`URI="${address}"`)
    }
  }
  return `#${tag}:${attributes.join(',')}`
}
