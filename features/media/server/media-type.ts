import { readable } from '../addresses.ts'
import { kindOfType } from '../rules.ts'
import type { Facts } from './facts.ts'
import { parseDuration } from './text.ts'

/** Bytes that tell what a file is. */
export const sniffBytes = 4100
/** A manifest is read as far as this. */
export const manifestBytes = 512 * 1024

const vague =
  /^$|^text\/plain$|^(?:application|binary)\/(?:octet-stream|x-binary|force-download|download)$|^application\/(?:xml|mp4)$|^text\/xml$/

/** Does the server's own word leave open what it is? */
export const isVague = (type: string) => vague.test(type)

const isMarkup = (text: string) => /^\s*(?:<!--|<!doctype html|<html|<head|<meta|<title|<body)/i.test(text)

/**
 * What really came: a page, a manifest, a media file or a picture, from the server's word and the first bytes. A list of channels
 * (`#EXTM3U` without a single HLS tag) is no stream: `text/plain`.
 */
export async function detectType(type: string, bytes: Buffer): Promise<string> {
  const text = bytes
    .subarray(0, manifestBytes)
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
  if (text.startsWith('#EXTM3U')) return text.includes('#EXT-X-') ? 'application/vnd.apple.mpegurl' : 'text/plain'
  const kind = kindOfType(type)
  // A server may call anything a stream; what has no manifest's beginning is none.
  if (kind === 'hls') return isMarkup(text) ? 'text/html' : 'text/plain'
  if (!isVague(type)) return (kind === 'file' || kind === 'audio') && isMarkup(text) ? 'text/html' : type
  if (/<MPD[\s>]/.test(text.slice(0, sniffBytes))) return 'application/dash+xml'
  if (isMarkup(text)) return 'text/html'
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, sniffBytes)).catch(() => undefined)
  return found?.mime ?? type
}

/** How long a manifest's programme is, or that it is live; a list of qualities knows neither (see `firstQuality`). */
export function factsOfManifest(type: string, bytes: Buffer): Facts {
  const text = bytes.toString('utf8')
  if (type === 'application/dash+xml') {
    const [root = ''] = /<MPD[\s>][^>]*/.exec(text.slice(0, sniffBytes)) ?? []
    const [, duration] = /\smediaPresentationDuration="([^"]{1,40})"/.exec(root) ?? []
    return root.includes('type="dynamic"') ? { isLive: true } : { duration: parseDuration(duration) }
  }
  if (kindOfType(type) !== 'hls' || !text.includes('#EXTINF:')) return {}
  // RFC 8216 § 4.3.3: without an end it goes on, unless it says that all of it is there. What was cut off says nothing.
  if (!/^#EXT-X-ENDLIST/m.test(text))
    return { isLive: bytes.length < manifestBytes && !/^#EXT-X-PLAYLIST-TYPE:\s*VOD/m.test(text) ? true : undefined }
  let seconds = 0
  for (const [, length] of text.matchAll(/^#EXTINF:(\d{1,5}(?:\.\d{1,9})?)/gm)) seconds += Number(length)
  return { duration: parseDuration(seconds) }
}

/** The address of the first quality in a list of them; undefined for any other manifest. */
export function firstQuality(text: string, address: string): string | undefined {
  const [, named] = /^#EXT-X-STREAM-INF:[^\n]*\n(?:#[^\n]*\n|\s*\n)*([^#\s][^\r\n]*)/m.exec(text.replaceAll('\r\n', '\n')) ?? []
  return named !== undefined && URL.canParse(named.trim(), address) ? new URL(named.trim(), address).href : undefined
}

const generic = /^(?:index|playlist|master|manifest|main|live|stream|chunklist|video|audio|media|file|hls|dash|prog_index)?$/i

/** The name of a file as a title: `My_film.mp4` is `My film`. Undefined when the name says nothing. */
export function titleOfFile(url: URL): string | undefined {
  const name = readable(url.pathname.split('/').at(-1) ?? '').replace(/\.\w{2,5}$/, '')
  const words = name.replace(/[_+]/g, ' ').trim()
  return generic.test(words) ? undefined : words
}
