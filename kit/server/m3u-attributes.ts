/** Attributes of an M3U line: `key="value"`, `key='value'` or `key=value`, in sequence. */
import { decodeUrlAmpersands, decodeEntities } from './html-entities.ts'

export type Attributes = Partial<Record<string, string>>

export interface ReadAttributes {
  /** Attributes by lower-case name. */
  attributes: Attributes
  /** Index after the last attribute. */
  end: number
  /** The name of an attribute with an unclosed quote; its value ends at the next comma. */
  unclosedValue: string | undefined
}

const maxAttributes = 64
/** Maximum number of skipped words (without `=`) between attributes. */
const maxWords = 64

const keyWithQuotePattern = /([a-z][\w.-]*)\s{0,8}=\s{0,8}(["'])/iy
const keyWithoutQuotePattern = /([a-z][\w.-]*)=([^\s,"']*)/iy
const spacesPattern = /\s*/y
const wordPattern = /[^\s,"']+(?=\s)/y

function matchAt(pattern: RegExp, line: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(line)
}
const afterSpaces = (line: string, index: number) => index + matchAt(spacesPattern, line, index)![0].length
/** Skips a comma before an attribute, if a name and a quoted value follow: `#EXTINF:-1,tvg-id="a",Name`. */
function nextStart(line: string, index: number): number {
  const start = afterSpaces(line, index)
  if (line[start] !== ',') return start
  const afterComma = afterSpaces(line, start + 1)
  return matchAt(keyWithQuotePattern, line, afterComma) && line.includes(',', afterComma) ? afterComma : start
}

/** Returns the index of the last quote that closes a value before another attribute. */
function lastClosing(line: string, quote: string): number {
  const pattern = quote === '"' ? /"\s+[a-z][\w.-]*=["']/gi : /'\s+[a-z][\w.-]*=["']/gi
  let last = -1
  for (const { index } of line.matchAll(pattern)) last = index
  return last
}

const keyBeforePattern = /(?:^|[\s,])[a-z][\w.-]*\s{0,8}=\s{0,8}$/i
const maxKeyLength = 64
/** Whether the quote at `index` opens a value. @param from the index after the previous quote */
const opensQuotedValue = (line: string, from: number, index: number) =>
  keyBeforePattern.test(line.slice(Math.max(from, index - maxKeyLength), index))

/**
 * Returns the index at which a quoted value ends: a quote followed by another attribute, a comma or the end. While another attribute still
 * needs a closing quote, a quote before a comma ends nothing: `tvg-name="Canal "Uno", Noticias" tvg-id="a"`.
 * @returns undefined if the value has no closing quote before a comma
 */
function closingQuote(line: string, quote: string, from: number, last: number): number | undefined {
  for (let index = line.indexOf(quote, from); index >= 0;) {
    const following = line.indexOf(quote, index + 1)
    if (following >= 0 && opensQuotedValue(line, index + 1, following)) return index
    const next = afterSpaces(line, index + 1)
    if (next >= line.length || (next > index + 1 && matchAt(keyWithoutQuotePattern, line, next))) return index
    if (line[next] === ',' && index >= last) return index
    index = following
  }
  const comma = line.indexOf(',', from)
  const nearest = line.lastIndexOf(quote, comma < 0 ? line.length : comma)
  return nearest >= from ? nearest : undefined
}

const decodeValue = (value: string) => (/^\s*https?:/i.test(value) ? decodeUrlAmpersands(value) : decodeEntities(value))

export function readAttributes(line: string, from: number): ReadAttributes {
  const attributes: Attributes = {}
  const last: Record<string, number> = {}
  let unclosedValue: string | undefined
  let end = from
  let index = from
  for (let count = 0, words = 0; count < maxAttributes && words < maxWords;) {
    index = nextStart(line, index)
    const quoted = matchAt(keyWithQuotePattern, line, index)
    const result = quoted ?? matchAt(keyWithoutQuotePattern, line, index)
    if (!result) {
      // Skips other text between two attributes.
      const skipped = matchAt(wordPattern, line, index)
      if (!skipped) break
      index += skipped[0].length
      words++
      continue
    }
    const [match, key = '', rest = ''] = result
    const begin = index + match.length
    let value = rest
    index = begin
    if (quoted) {
      const close = closingQuote(line, rest, begin, (last[rest] ??= lastClosing(line, rest)))
      if (close === undefined) unclosedValue = key
      const comma = line.indexOf(',', begin)
      const stop = close ?? (comma < 0 ? line.length : comma)
      value = line.slice(begin, stop)
      index = close === undefined ? stop : stop + 1
    }
    attributes[key.toLowerCase()] = decodeValue(value).trim()
    end = index
    count++
  }
  return { attributes, end, unclosedValue }
}
