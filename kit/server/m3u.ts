/** Lines of M3U lists, as written by players, Kodi and VLC. Interpretation is up to the caller. */
import { decodeUrlAmpersands, decodeEntities } from './html-entities.ts'
import { type Attributes, readAttributes } from './m3u-attributes.ts'

export type M3uLine =
  /** Attributes of the next address. `seconds` is -1 if missing, and usually for live streams. */
  | { kind: 'entry'; seconds: number; attributes: Attributes; title: string; unclosedValue: string | undefined }
  /** `#EXTGRP` and similar tags, in upper case, with the rest of the line. */
  | { kind: 'tag'; tag: string; value: string }
  /** `News,#genre#`: the group of the following lines, in lists without tags. */
  | { kind: 'group'; name: string }
  /** `name`: the name before the address; `hasOthers`: more addresses of the same name follow it. */
  | { kind: 'address'; text: string; name?: string; hasOthers?: boolean }

function readEntry(argument: string): M3uLine {
  const [whole = '', seconds] = /^:?\s*(-?\d{1,9}(?:\.\d{1,6})?)?/.exec(argument) ?? []
  const { attributes, end, unclosedValue } = readAttributes(argument, whole.length)
  const comma = argument.indexOf(',', end)
  // Some lists omit the comma before the name.
  const title = argument.slice(comma < 0 ? end : comma + 1)
  return { kind: 'entry', seconds: Number(seconds ?? -1), attributes, title: decodeEntities(title), unclosedValue }
}

/** Parses `One,https://…`, including several addresses with labels: `One,https://…$label#https://…`. */
function readNamedAddress(line: string): Extract<M3uLine, { kind: 'address' }> | undefined {
  const scheme = line.indexOf('://')
  const comma = scheme < 0 ? -1 : line.lastIndexOf(',', scheme)
  if (comma < 1) return undefined
  const [name, addressText] = [line.slice(0, comma).trim(), line.slice(comma + 1).trim()]
  if (!name || /^[a-z][a-z\d+.-]*:\/\//i.test(name) || !/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(addressText)) return undefined
  const [first = '', ...others] = addressText.split(/#(?=[a-z]{2,10}:\/\/)/i)
  return {
    kind: 'address',
    text: decodeUrlAmpersands(first.replace(/\$[^$/]*$/, '')),
    name: decodeEntities(name),
    hasOthers: others.length > 0,
  }
}

/** @returns undefined for an empty line */
export function readM3uLine(rawLine: string): M3uLine | undefined {
  const line = rawLine.trim()
  if (!line) return undefined
  if (/,\s{0,8}#genre#$/i.test(line))
    return { kind: 'group', name: decodeEntities(line.slice(0, line.lastIndexOf(',')).replace(/^#+/, '').trim()) }
  if (!line.startsWith('#')) return readNamedAddress(line) ?? { kind: 'address', text: decodeUrlAmpersands(line) }
  const [tag = ''] = /^#[A-Za-z0-9-]+/.exec(line) ?? []
  const value = line.slice(tag.length)
  return tag.toUpperCase() === '#EXTINF' ? readEntry(value) : { kind: 'tag', tag: tag.toUpperCase(), value }
}
