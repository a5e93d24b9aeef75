/** Reads lists of TV channels: M3U as written by players, Kodi and VLC. Lenient: reports unusable lines and continues. */
import { decodeEntities } from '#kit/server/html-entities.ts'
import { type M3uLine, readM3uLine } from '#kit/server/m3u.ts'
import { type Attributes, readAttributes } from '#kit/server/m3u-attributes.ts'
import { limits, matchName } from '../rules.ts'
import { isAdultGroup } from './adult-groups.ts'
import {
  addHeader,
  addHeaders,
  parseChannelNumber,
  fitsAddressLimit,
  headerNames,
  httpAddressOf,
  isHttp,
  maxHeaders,
  cleanChannelName,
  readAddress,
  removeUnstorable,
} from './m3u-attributes.ts'
import { type Catchup, readCatchup } from './m3u-catchup.ts'
import { isOnDemand } from './m3u-on-demand.ts'
import type { ImportProblem } from './problems.ts'

/** An entry: a channel or an on-demand video. */
export interface ListEntry extends Catchup {
  line: number
  kind: 'live' | 'radio' | 'on_demand'
  name: string
  tvg_id: string | null
  /** Normalized `tvg-name`; undefined if it equals the name, and for on-demand videos. */
  match_tvg_name?: string
  number: number | null
  groups: string[]
  logo_url: string | null
  stream_url: string
  stream_headers: Record<string, string>
  stream_kind: 'hls' | 'dash' | null
  is_protected: boolean
  guide_shift_minutes: number
  adult: boolean
}

export type ListEvent = { entry: ListEntry } | { problem: ImportProblem } | { guides: string[] }

/** Maximum characters of a line of a list. */
export const maxLineLength = 64 * 1024

/** Data of the entry whose address follows. */
interface PendingEntry {
  line: number
  attributes: Attributes
  name: string
  seconds: number
  isMarkedVod: boolean
  headers: Record<string, string>
  streamKind: 'hls' | 'dash' | null
  isProtected: boolean
}

const blankEntry = (line: number): PendingEntry => ({
  line,
  attributes: {},
  name: '',
  seconds: -1,
  isMarkedVod: false,
  headers: {},
  streamKind: null,
  isProtected: false,
})

const isTrue = (text: string | undefined) => text === '1' || text?.toLowerCase() === 'true'
const adultMarks = ['censored', 'adult', 'is-adult', 'is_adult', 'parent-code'] as const
/** Whether the entry requires a code, or is marked as adult. */
const isMarkedAdult = (ownAttributes: Attributes) =>
  adultMarks.some((key) => (key === 'parent-code' ? Boolean(ownAttributes[key]) : isTrue(ownAttributes[key])))

function groupsOf(ownAttributes: Attributes, group: string): string[] {
  const groupNames = (ownAttributes['group-title'] || group).split(';').map(cleanChannelName)
  return [...new Set(groupNames.filter(Boolean))].slice(0, limits.groups)
}

/** Converts hours, such as `-4.5`, to minutes. */
function shiftMinutes(text: string | undefined): number {
  const hours = /^[+-]?\d{1,2}(?:\.\d{1,2})?$/.test(text ?? '') ? Number(text) : 0
  return Math.max(-1440, Math.min(1440, Math.round(hours * 60)))
}

/** Reads a list line by line. Without a `base`, relative addresses are refused. */
export class ListReader {
  readonly #base: string | undefined
  #line = 0
  #defaults: Attributes = {}
  /** The group from `#EXTGRP` or `#genre#`, which is valid until the next such tag. */
  #group = ''
  #pending: PendingEntry | undefined

  constructor(base: string | undefined) {
    this.#base = base
  }

  *read(text: string): Generator<ListEvent> {
    this.#line++
    if (text.length > maxLineLength) return yield this.#problem('line_too_long', '')
    const line = readM3uLine(text)
    if (!line) return
    if (line.kind === 'address') return yield* this.#readAddressLine(line)
    if (line.kind === 'group') return void (this.#group = line.name)
    if (line.kind === 'entry') return yield* this.#readEntry(line)
    const { tag, value } = line
    switch (tag) {
      case '#EXTM3U':
        return yield* this.#readHeader(value)
      case '#EXTGRP':
        this.#group = decodeEntities(value.replace(/^:\s*"?|"$/g, ''))
        return
      case '#EXT-X-PLAYLIST-TYPE':
        if (/^:\s*VOD$/i.test(value)) this.#next().isMarkedVod = true
        return
      case '#EXTVLCOPT': {
        const [, key = '', header = ''] = /^:\s*([\w-]+)=(.*)$/.exec(value) ?? []
        if (headerNames[key.toLowerCase()]) addHeader(this.#next().headers, key, header)
        return
      }
      case '#KODIPROP':
        return this.#readKodi(value)
      case '#EXTHTTP':
        return this.#readHttp(value)
    }
  }

  /** Reports the last entry if it has no address. Call at the end of the list. */
  *end(): Generator<ListEvent> {
    yield* this.#skipWithoutAddress()
  }

  #next(): PendingEntry {
    return (this.#pending ??= blankEntry(this.#line))
  }

  #problem(code: ImportProblem['code'], detail: string, line = this.#line): ListEvent {
    return { problem: { line, code, detail: removeUnstorable(detail).slice(0, 200) } }
  }

  *#skipWithoutAddress(): Generator<ListEvent> {
    const { name = '', line = 0 } = this.#pending ?? {}
    if (name) yield this.#problem('no_address', name, line)
    this.#pending = undefined
  }

  *#readHeader(rest: string): Generator<ListEvent> {
    const { attributes } = readAttributes(rest, 0)
    this.#defaults = { ...this.#defaults, ...attributes }
    const guideUrls = [attributes['url-tvg'], attributes['x-tvg-url'], attributes['tvg-url']].flatMap((value) => value?.split(',') ?? [])
    const guides = [...new Set(guideUrls.flatMap((value) => httpAddressOf(value, undefined) ?? []))]
    if (guides.length) yield { guides: guides.slice(0, 100) }
  }

  *#readEntry({ seconds, attributes, title, unclosedValue }: Extract<M3uLine, { kind: 'entry' }>): Generator<ListEvent> {
    const before = this.#pending
    // Tags may precede the `#EXTINF` line of their entry. A second `#EXTINF` line means that the first entry has no address.
    if (before?.name) yield* this.#skipWithoutAddress()
    const pending = this.#next()
    pending.line = this.#line
    pending.seconds = seconds
    pending.attributes = attributes
    if (unclosedValue !== undefined) yield this.#problem('quote_not_closed', unclosedValue)
    pending.name =
      cleanChannelName(title) || cleanChannelName(attributes['tvg-name'] ?? '') || cleanChannelName(attributes['tvg-id'] ?? '') || '?'
  }

  #readKodi(argument: string): void {
    const [, key = '', value = ''] = /^:\s*([\w.-]+)=(.*)$/.exec(argument) ?? []
    const pending = this.#next()
    if (key.endsWith('.stream_headers') || key.endsWith('.manifest_headers')) addHeaders(pending.headers, value)
    else if (key.endsWith('.manifest_type')) pending.streamKind = value.trim() === 'mpd' ? 'dash' : value.trim() === 'hls' ? 'hls' : null
    else if (/\.(?:license_type|license_key|drm|drm_legacy)$/.test(key) && value.trim()) pending.isProtected = true
  }

  #readHttp(argument: string): void {
    try {
      const headers: unknown = JSON.parse(argument.replace(/^:/, ''))
      if (typeof headers !== 'object' || headers === null) return
      for (const [key, value] of Object.entries(headers).slice(0, maxHeaders))
        if (typeof value === 'string') addHeader(this.#next().headers, key, value)
    } catch {
      // Ignores invalid JSON: the channel is imported without these headers.
    }
  }

  *#readAddressLine({ text, name: before, hasOthers = false }: Extract<M3uLine, { kind: 'address' }>): Generator<ListEvent> {
    const pending = this.#pending
    this.#pending = undefined
    // Outside of an entry, a URL counts as an entry. Other text is reported as a problem.
    if (!pending?.name && before === undefined && !/^https?:\/\//i.test(text)) return yield this.#problem('not_understood', text)
    const about = pending ?? blankEntry(this.#line)
    const bar = text.indexOf('|')
    const address = bar < 0 ? text : text.slice(0, bar)
    const name = about.name || cleanChannelName(before ?? '') || cleanChannelName(address.split(/[?#]/)[0]!.split('/').at(-1) ?? '') || '?'
    const url = readAddress(removeUnstorable(address), this.#base)
    if (!url) {
      const isTooLong = address.length > limits.address
      return yield this.#problem(isTooLong ? 'address_too_long' : /^[a-z]+:/i.test(address) ? 'address_broken' : 'address_relative', name)
    }
    if (!isHttp(url)) return yield this.#problem('address_not_played', name)
    if (!fitsAddressLimit(url)) return yield this.#problem('address_too_long', name)
    if (hasOthers) yield this.#problem('first_address', name)
    if (bar >= 0) addHeaders(about.headers, text.slice(bar + 1))
    yield { entry: this.#entryOf(about, name, url) }
  }

  #entryOf(pending: PendingEntry, name: string, url: URL): ListEntry {
    const ownAttributes = pending.attributes
    const attributes = { ...this.#defaults, ...ownAttributes }
    const groups = groupsOf(ownAttributes, this.#group)
    if (ownAttributes['user-agent']) addHeader(pending.headers, 'User-Agent', ownAttributes['user-agent'])
    const catchup = readCatchup(ownAttributes, attributes)
    const described = { ...pending, groups, name, url, hasCatchup: catchup.catchup_mode !== null }
    const isRadio = isTrue(ownAttributes['radio']) || (ownAttributes['tvg-type'] ?? ownAttributes['type'])?.toLowerCase() === 'radio'
    const kind = isRadio ? 'radio' : isOnDemand(described) ? 'on_demand' : 'live'
    const guideName = kind === 'on_demand' ? '' : matchName(cleanChannelName(ownAttributes['tvg-name'] ?? '').replaceAll('_', ' '))
    return {
      line: pending.line,
      kind,
      name,
      tvg_id: cleanChannelName(ownAttributes['tvg-id'] ?? '') || null,
      ...(guideName && guideName !== matchName(name) && { match_tvg_name: guideName }),
      number: parseChannelNumber(ownAttributes['tvg-chno'] || ownAttributes['channel-number'] || ownAttributes['lcn'], limits.number),
      groups,
      logo_url: httpAddressOf(ownAttributes['tvg-logo'] || ownAttributes['logo'], this.#base),
      stream_url: url.href,
      stream_headers: pending.headers,
      stream_kind: pending.streamKind,
      is_protected: pending.isProtected,
      ...catchup,
      guide_shift_minutes: shiftMinutes(attributes['tvg-shift']),
      adult: isMarkedAdult(ownAttributes) || groups.some(isAdultGroup),
    }
  }
}
