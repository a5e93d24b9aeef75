/** Reads lists of TV channels: M3U as players, Kodi and VLC write it. Lenient: what it can't use it names, and goes on. */
import { type Attributes, type M3uLine, readAttributes, readM3uLine } from '#kit/server/m3u.ts'
import { limits } from '../rules.ts'
import {
  addHeader,
  addHeaders,
  fits,
  headerNames,
  httpAddressOf,
  isHttp,
  maxHeaders,
  nameOf,
  readAddress,
  storable,
  wholeNumber,
} from './m3u-attributes.ts'
import type { ImportProblem } from './problems.ts'

export type CatchupMode = 'default' | 'append' | 'shift' | 'flussonic' | 'fs' | 'xc'

/** One entry: a channel, or something to be seen on demand. */
export interface ListEntry {
  line: number
  kind: 'live' | 'radio' | 'on_demand'
  name: string
  tvg_id: string | null
  number: number | null
  groups: string[]
  logo_url: string | null
  stream_url: string
  stream_headers: Record<string, string>
  stream_kind: 'hls' | 'dash' | null
  is_protected: boolean
  catchup_mode: CatchupMode | null
  catchup_source: string | null
  catchup_days: number
  guide_shift_minutes: number
  adult: boolean
}

export type ListEvent = { entry: ListEntry } | { problem: ImportProblem } | { guides: string[] }

/** Seconds from which on an entry with a length is a film; shorter ones are how some mark live channels. */
const minFilmSeconds = 60
/** Of a line: what is longer is no line of a list. */
export const maxLineLength = 64 * 1024

/** What is said of the entry whose address comes next. */
interface Pending {
  line: number
  attributes: Attributes
  name: string
  seconds: number
  group: string
  headers: Record<string, string>
  streamKind: 'hls' | 'dash' | null
  isProtected: boolean
}

const blank = (line: number): Pending => ({
  line,
  attributes: {},
  name: '',
  seconds: -1,
  group: '',
  headers: {},
  streamKind: null,
  isProtected: false,
})

const catchupModes: Readonly<Record<string, CatchupMode>> = {
  default: 'default',
  append: 'append',
  shift: 'shift',
  timeshift: 'shift',
  archive: 'shift',
  flussonic: 'flussonic',
  'flussonic-hls': 'flussonic',
  'flussonic-ts': 'flussonic',
  fs: 'fs',
  xc: 'xc',
}

function catchupOf(attributes: Attributes) {
  const given = (attributes['catchup'] ?? attributes['catchup-type'] ?? '').toLowerCase()
  const source = attributes['catchup-source'] || null
  const days =
    wholeNumber(attributes['catchup-days'], 365) ??
    wholeNumber(attributes['timeshift'], 365) ??
    wholeNumber(attributes['tvg-rec'], 365) ??
    Math.ceil((wholeNumber(attributes['catchup-time'], 999_999) ?? 0) / 86_400)
  const mode = catchupModes[given] ?? (source ? 'default' : attributes['timeshift'] && days ? 'shift' : null)
  const isUsable = mode !== null && (source !== null || (mode !== 'default' && mode !== 'append'))
  return {
    catchup_mode: isUsable ? mode : null,
    catchup_source: source !== null && source.length <= limits.address ? storable(source) : null,
    catchup_days: days,
  }
}

const isTrue = (text: string | undefined) => text === '1' || text?.toLowerCase() === 'true'
const adultGroup = /(?:^|[^\p{L}\p{N}])(?:xxx|adults?(?: only)?|18 ?\+|for adults|erotic[ao]?|porn)(?:$|[^\p{L}\p{N}])/iu
const filmPath = /\.(?:mp4|m4v|mkv|avi|mov|webm|mpe?g|ogv)$/i
const onDemandTypes = new Set(['movie', 'movies', 'vod', 'series', 'serie', 'episode'])

function groupsOf({ attributes, group }: Pending): string[] {
  const named = (attributes['group-title'] || group).split(';').map(nameOf)
  return [...new Set(named.filter(Boolean))].slice(0, limits.groups)
}

/** `-4.5` hours in minutes. */
function shiftMinutes(text: string | undefined): number {
  const hours = /^[+-]?\d{1,2}(?:\.\d{1,2})?$/.test(text ?? '') ? Number(text) : 0
  return Math.max(-1440, Math.min(1440, Math.round(hours * 60)))
}

/** Reads a list line by line. A list without a `base` has no use for relative addresses. */
export class ListReader {
  readonly #base: string | undefined
  #line = 0
  #defaults: Attributes = {}
  #pending: Pending | undefined

  constructor(base: string | undefined) {
    this.#base = base
  }

  *read(given: string): Generator<ListEvent> {
    this.#line++
    if (given.length > maxLineLength) return yield this.#problem('line_too_long', '')
    const line = readM3uLine(given)
    if (!line) return
    if (line.is === 'address') return yield* this.#readAddressLine(line.text)
    if (line.is === 'entry') return yield* this.#readEntry(line)
    const { tag, rest } = line
    switch (tag) {
      case '#EXTM3U':
        return yield* this.#readHeader(rest)
      case '#EXTGRP':
        this.#next().group = rest.replace(/^:/, '')
        return
      case '#EXTVLCOPT': {
        const [, key = '', value = ''] = /^:\s*([\w-]+)=(.*)$/.exec(rest) ?? []
        if (headerNames[key.toLowerCase()]) addHeader(this.#next().headers, key, value)
        return
      }
      case '#KODIPROP':
        return this.#readKodi(rest)
      case '#EXTHTTP':
        return this.#readHttp(rest)
    }
  }

  /** At the end of the list. */
  *end(): Generator<ListEvent> {
    yield* this.#dropUnaddressed()
  }

  #next(): Pending {
    return (this.#pending ??= blank(this.#line))
  }

  #problem(code: ImportProblem['code'], detail: string, line = this.#line): ListEvent {
    return { problem: { line, code, detail: storable(detail).slice(0, 200) } }
  }

  *#dropUnaddressed(): Generator<ListEvent> {
    const { name = '', line = 0 } = this.#pending ?? {}
    if (name) yield this.#problem('no_address', name, line)
    this.#pending = undefined
  }

  *#readHeader(rest: string): Generator<ListEvent> {
    const { attributes } = readAttributes(rest, 0)
    this.#defaults = { ...this.#defaults, ...attributes }
    const named = [attributes['url-tvg'], attributes['x-tvg-url'], attributes['tvg-url']].flatMap((value) => value?.split(',') ?? [])
    const guides = [...new Set(named.flatMap((value) => httpAddressOf(value, undefined) ?? []))]
    if (guides.length) yield { guides: guides.slice(0, 100) }
  }

  *#readEntry({ seconds, attributes, title }: Extract<M3uLine, { is: 'entry' }>): Generator<ListEvent> {
    const before = this.#pending
    // Tags of an entry may stand before it; a second entry means that the first has no address.
    if (before?.name) yield* this.#dropUnaddressed()
    const pending = this.#next()
    pending.line = this.#line
    pending.seconds = seconds
    pending.attributes = attributes
    pending.name = nameOf(title) || nameOf(attributes['tvg-name'] ?? '') || nameOf(attributes['tvg-id'] ?? '') || '?'
  }

  #readKodi(rest: string): void {
    const [, key = '', value = ''] = /^:\s*([\w.-]+)=(.*)$/.exec(rest) ?? []
    const pending = this.#next()
    if (key.endsWith('.stream_headers') || key.endsWith('.manifest_headers')) addHeaders(pending.headers, value)
    else if (key.endsWith('.manifest_type')) pending.streamKind = value.trim() === 'mpd' ? 'dash' : value.trim() === 'hls' ? 'hls' : null
    else if (/\.(?:license_type|license_key|drm|drm_legacy)$/.test(key) && value.trim()) pending.isProtected = true
  }

  #readHttp(rest: string): void {
    try {
      const headers: unknown = JSON.parse(rest.replace(/^:/, ''))
      if (typeof headers !== 'object' || headers === null) return
      for (const [key, value] of Object.entries(headers).slice(0, maxHeaders))
        if (typeof value === 'string') addHeader(this.#next().headers, key, value)
    } catch {
      // Nothing is known of what its server wants then: the channel is imported all the same.
    }
  }

  *#readAddressLine(line: string): Generator<ListEvent> {
    const pending = this.#pending
    this.#pending = undefined
    // Without an entry, an address is one by itself, and all else is somebody's remark.
    if (!pending?.name && !/^https?:\/\//i.test(line)) return yield this.#problem('not_understood', line)
    const bar = line.indexOf('|')
    const given = bar < 0 ? line : line.slice(0, bar)
    const name = pending?.name || nameOf(given.split(/[?#]/)[0]!.split('/').at(-1) ?? '') || '?'
    const url = readAddress(storable(given), this.#base)
    if (!url) {
      const isTooLong = given.length > limits.address
      return yield this.#problem(isTooLong ? 'address_too_long' : /^[a-z]+:/i.test(given) ? 'address_broken' : 'address_relative', name)
    }
    if (!isHttp(url)) return yield this.#problem('address_not_played', name)
    if (!fits(url)) return yield this.#problem('address_too_long', name)
    const about = pending ?? blank(this.#line)
    if (bar >= 0) addHeaders(about.headers, line.slice(bar + 1))
    yield { entry: this.#entryOf(about, name, url) }
  }

  #entryOf(pending: Pending, name: string, url: URL): ListEntry {
    const own = pending.attributes
    const attributes = { ...this.#defaults, ...own }
    const groups = groupsOf(pending)
    if (own['user-agent']) addHeader(pending.headers, 'User-Agent', own['user-agent'])
    const type = (own['tvg-type'] ?? own['type'] ?? '').toLowerCase()
    const isOnDemand = onDemandTypes.has(type) || (pending.seconds > minFilmSeconds && filmPath.test(url.pathname))
    return {
      line: pending.line,
      kind: isTrue(own['radio']) || type === 'radio' ? 'radio' : isOnDemand ? 'on_demand' : 'live',
      name,
      tvg_id: nameOf(own['tvg-id'] ?? '') || null,
      number: wholeNumber(own['tvg-chno'] ?? own['channel-number'] ?? own['lcn'], limits.number),
      groups,
      logo_url: httpAddressOf(own['tvg-logo'] || own['logo'], this.#base),
      stream_url: url.href,
      stream_headers: pending.headers,
      stream_kind: pending.streamKind,
      is_protected: pending.isProtected,
      ...catchupOf(attributes),
      guide_shift_minutes: shiftMinutes(attributes['tvg-shift']),
      adult: isTrue(own['censored']) || isTrue(own['adult']) || groups.some((group) => adultGroup.test(group)),
    }
  }
}
