/** Values of list lines: names, URLs, and HTTP headers that a stream requires. */
import { cutText } from '#kit/contract/cut-text.ts'
import { cleanName } from '#kit/contract/names.ts'
import { limits } from '../rules.ts'

/** Maximum headers of a stream: more than any player sends. */
export const maxHeaders = 16
const maxHeaderLength = 2048

const cutToOneLine = (text: string, max: number = limits.name): string => cutText(cleanName(cutText(text, 4 * max)).trim(), max).trim()
/** Replaces lone surrogates (of characters cut in half) and removes NUL, because the database can't store them. */
export const removeUnstorable = (text: string) => text.toWellFormed().replaceAll('\0', '')
export const cleanChannelName = (text: string) => cutToOneLine(removeUnstorable(text))

/** Parses a channel number: `5`, or `5.1` for several channels with one number. */
export const parseChannelNumber = (text: string | undefined, max: number): number | null => {
  const value = /^\d{1,6}(?:\.\d{1,3})?$/.test(text ?? '') ? Number(text) : 0
  return value >= 1 && value <= max ? value : null
}

/** Parses a URL like browsers do; undefined if invalid. */
export function readAddress(text: string, base: string | undefined): URL | undefined {
  const address = text.trim()
  return address && address.length <= limits.address && URL.canParse(address, base) ? new URL(address, base) : undefined
}
export const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'
export const fitsAddressLimit = ({ href }: URL) => Buffer.byteLength(href) <= limits.address

export function httpAddressOf(text: string | undefined, base: string | undefined): string | null {
  const url = text === undefined ? undefined : readAddress(text, base)
  return url && isHttp(url) && fitsAddressLimit(url) ? url.href : null
}

export const headerNames: Readonly<Record<string, string>> = {
  'user-agent': 'User-Agent',
  'http-user-agent': 'User-Agent',
  referer: 'Referer',
  referrer: 'Referer',
  'http-referer': 'Referer',
  'http-referrer': 'Referer',
  origin: 'Origin',
  'http-origin': 'Origin',
  cookie: 'Cookie',
  'http-cookie': 'Cookie',
}

export function addHeader(headers: Record<string, string>, key: string, value: string): void {
  const lower = key.trim().toLowerCase()
  const name = headerNames[lower] ?? (/^[a-z][\w-]{0,63}$/.test(lower) ? key.trim() : undefined)
  const text = removeUnstorable(value).trim()
  if (name && text && text.length <= maxHeaderLength && !/[\r\n]/.test(text) && Object.keys(headers).length < maxHeaders)
    headers[name] = text
}

/** Parses `User-Agent=…&Referer=…`, which Kodi accepts after a URL. */
export function addHeaders(headers: Record<string, string>, text: string): void {
  for (const pair of text.split('&', maxHeaders)) {
    const index = pair.indexOf('=')
    if (index > 0) addHeader(headers, pair.slice(0, index), decodeUrlPart(pair.slice(index + 1)))
  }
}

function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
