/** Detects entries of a list that are films and episodes rather than channels. */
import type { Attributes } from '#kit/server/m3u-attributes.ts'

/** Minimum duration of films in seconds, as some lists give live channels shorter durations. */
const minFilmSeconds = 60

const onDemandTypes = new Set(['movie', 'movies', 'film', 'films', 'vod', 'series', 'serie', 'show', 'episode'])
const liveTypes = new Set(['live', 'channel', 'channels', 'tv', 'stream'])
/** Files that are always films. Formats that also stream live (WebM, Ogg, MPEG) are films only with a duration. */
const filmEndingPattern = /\.(?:mp4|m4v|mkv|avi|mov|wmv|divx|3gp|m2ts|rmvb|f4v)$/i
const fileOrStreamEndingPattern = /\.(?:webm|ogv|mpe?g)$/i
/** Xtream Codes: `/movie/{user}/{password}/{id}`, and the same with `/series/`. */
const onDemandPathPattern = /^\/(?:movie|series)\/[^/]+\/[^/]+\/[^/]+$/
const livePathPattern = /^\/live\//i
const onDemandGroup =
  /(?:^|[^\p{L}\p{N}])(?:[st]?vod|video on demand|on[ -]demand|op aanvraag|[àa] la demande|a la carta|a pedido|(?:bajo|sob) demanda|auf abruf)(?:$|[^\p{L}\p{N}])/iu
/** Addresses of live streams. Some lists keep 24-hour film channels in groups of films, so such an address is a channel. */
const streamEndingPattern = /\.(?:m3u8?|mpd|ts|isml?)(?:$|\/)/i
const episodeNamePattern = /(?:^|[^\p{L}\p{N}])S\d{1,2} ?E\d{1,3}(?:$|[^\p{L}\p{N}])/iu

const isTrue = (text: string | undefined) => text === '1' || text?.toLowerCase() === 'true' || text?.toLowerCase() === 'yes'

interface DescribedEntry {
  /** Attributes of the entry itself, without defaults of the list. */
  attributes: Attributes
  seconds: number
  groups: readonly string[]
  name: string
  url: URL
  /** Whether `#EXT-X-PLAYLIST-TYPE:VOD` precedes the entry. */
  isMarkedVod: boolean
  hasCatchup: boolean
}

export function isOnDemand({ attributes, seconds, groups, name, url, isMarkedVod, hasCatchup }: DescribedEntry): boolean {
  const type = (attributes['tvg-type'] || attributes['type'] || '').toLowerCase()
  if (onDemandTypes.has(type) || isMarkedVod) return true
  if (['media', 'vod', 'movie'].some((key) => isTrue(attributes[key])) || attributes['media-dir'] || attributes['media-size']) return true
  if (onDemandPathPattern.test(url.pathname)) return true
  // An entry with catch-up is a live channel.
  if (liveTypes.has(type) || livePathPattern.test(url.pathname) || hasCatchup) return false
  if (filmEndingPattern.test(url.pathname)) return true
  if (seconds > 0 && fileOrStreamEndingPattern.test(url.pathname)) return true
  if (seconds > minFilmSeconds || episodeNamePattern.test(name)) return true
  return !streamEndingPattern.test(url.pathname) && groups.some((group) => onDemandGroup.test(group))
}
