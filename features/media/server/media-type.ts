import { decodePath } from '../addresses.ts'
import { linkMaxLength } from '../contract.ts'
import { kindOfType } from '../rules.ts'
import { resolveUrl } from './text.ts'
import { isGenericType, manifestBytes, sniffBytes } from './body-types.ts'
import type { LinkMetadata } from './link-metadata.ts'
import { parseDuration } from './text.ts'

/** Matches the root element of a feed, after declaration, style sheets and comments. */
const feedRootPattern = /^\s*(?:<[?!][^>]*>\s*)*<(?:atom:)?(rss|feed)[\s>]/i

/** Returns the title of a podcast or other feed. */
export const titleOfFeed = (bytes: Buffer): string | undefined =>
  /<title[^<>]{0,200}>\s*(?:<!\[CDATA\[)?([^<\]]{1,500})/.exec(bytes.subarray(0, sniffBytes).toString('utf8'))?.[1]

const isMarkup = (text: string) => /^\s*(?:<!--|<!doctype html|<html|<head|<meta|<title|<body)/i.test(text)

/**
 * Detects the content (page, manifest, media file or picture) from its content type and first bytes. A channel list (`#EXTM3U` without HLS
 * tags) is `text/plain`, because it isn't a stream.
 */
export async function detectType(type: string, bytes: Buffer): Promise<string> {
  const text = bytes
    .subarray(0, manifestBytes)
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
  if (text.startsWith('#EXTM3U')) return text.includes('#EXT-X-') ? 'application/vnd.apple.mpegurl' : 'text/plain'
  const kind = kindOfType(type)
  // Content with the type of a stream must also begin like a manifest.
  if (kind === 'hls') return isMarkup(text) ? 'text/html' : 'text/plain'
  if (!isGenericType(type)) return (kind === 'file' || kind === 'audio') && isMarkup(text) ? 'text/html' : type
  const beginning = text.slice(0, sniffBytes)
  if (/<MPD[\s>]/.test(beginning)) return 'application/dash+xml'
  const [, root] = feedRootPattern.exec(beginning) ?? []
  if (root) return root.toLowerCase() === 'rss' ? 'application/rss+xml' : 'application/atom+xml'
  if (isMarkup(text)) return 'text/html'
  const { fileTypeFromBuffer } = await import('file-type')
  const result = await fileTypeFromBuffer(bytes.subarray(0, sniffBytes)).catch(() => undefined)
  return result?.mime ?? type
}

/** Maximum path segments that may be a title, from the end. Earlier folders belong to the site. */
const maxSegments = 6

/** Data of a manifest. */
export interface ManifestMetadata extends Pick<LinkMetadata, 'duration' | 'isLive'> {
  /** URL of the first variant of a multivariant playlist. Only variants have duration and live state. */
  quality?: string | undefined
}

/** Returns a manifest's duration, or that the stream is live. For a multivariant playlist, returns the first variant's URL. */
export function extractManifestMetadata(type: string, bytes: Buffer, address: string): ManifestMetadata {
  if (type === 'application/dash+xml') return parseDash(bytes.subarray(0, sniffBytes).toString('utf8'))
  return kindOfType(type) === 'hls'
    ? parseHls(bytes.subarray(0, manifestBytes).toString('utf8'), bytes.length < manifestBytes, address)
    : {}
}

function parseDash(text: string): ManifestMetadata {
  const [root = ''] = /<MPD[\s>][^>]*/.exec(text) ?? []
  const [, duration] = /\smediaPresentationDuration="([^"]{1,40})"/.exec(root) ?? []
  return root.includes('type="dynamic"') ? { isLive: true } : { duration: parseDuration(duration) }
}

/** Parses an HLS playlist line by line (RFC 8216), in a single pass. */
function parseHls(text: string, isWhole: boolean, address: string): ManifestMetadata {
  let seconds = 0
  let hasSegments = false
  let hasEnd = false
  let isQualityNext = false
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end === -1) end = text.length
    if (text[start] !== '#') {
      const qualityUrl = isQualityNext ? text.slice(start, Math.min(end, start + linkMaxLength)).trim() : ''
      if (qualityUrl !== '') return { quality: resolveUrl(qualityUrl, address) }
    } else if (text.startsWith('#EXT-X-STREAM-INF:', start)) isQualityNext = true
    else if (text.startsWith('#EXTINF:', start)) {
      hasSegments = true
      seconds += Number(/^\d{1,5}(?:\.\d{1,9})?/.exec(text.slice(start + 8, start + 24))?.[0] ?? 0)
    } else if (text.startsWith('#EXT-X-ENDLIST', start)) hasEnd = true
    // A playlist that is marked as complete isn't live, even without an end tag.
    else if (text.startsWith('#EXT-X-PLAYLIST-TYPE:', start)) isWhole &&= text.slice(start + 21, end).trim() !== 'VOD'
  }
  if (!hasSegments) return {}
  if (hasEnd) return { duration: parseDuration(seconds) }
  // A playlist without an end tag is live (RFC 8216 § 4.3.3), unless it was truncated.
  return { isLive: isWhole ? true : undefined }
}

const genericWord =
  /^(?:index|playlist|playback|master|manifest|main|live|stream|chunklist|chunks?|prog|video|audio|media|file|hls|dash|abr|adaptive|auto|default|m3u8|mpd|\d{3,4}[pk]|[vw]\d*)$/i
/** Folder names that aren't titles: typical names on media servers, years, dates and ids. */
const genericFolder =
  /^(?:vod|streams|videos|movies|films|files|public|static|assets|content|cdn|cmaf|fmp4|mp4|ts|out|output|play|definst|\d+|[\da-f]{12,}|)$/i

/** Turns a path segment into words: `mp4:My_film.mp4` becomes `My film`. */
const wordsOfSegment = (part: string): string =>
  part
    .replace(/^(?:mp4|smil|flv):/, '')
    .replace(/\.\w{2,5}$/, '')
    .replace(/[_+]/g, ' ')
    .trim()

/** Whether the words name a part of a stream, such as `index`, `master-720p`, `chunklist_w12`. A bare number may be a title. */
function isGeneric(words: string): boolean {
  const parts = words.split(/[-.\s]+/)
  return (
    words === '' || (parts.some((word) => genericWord.test(word)) && parts.every((word) => genericWord.test(word) || /^\d*$/.test(word)))
  )
}
const isGenericFolder = (words: string) =>
  isGeneric(words) || words.split(/[-.\s]+/).every((word) => genericFolder.test(word) || genericWord.test(word))

/** Returns a title from a file name: `My_film.mp4` becomes `My film`. If the name is generic (`master.m3u8`), uses the folder. */
export function titleOfFile(url: URL): string | undefined {
  const parts = decodePath(url.pathname).split('/').slice(-maxSegments)
  const [file = '', ...folders] = parts.map(wordsOfSegment).toReversed()
  return isGeneric(file) ? folders.find((words) => !isGenericFolder(words)) : file
}
