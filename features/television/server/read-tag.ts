/** Reads one start tag, also one that XML forbids: without quotes, with an attribute twice, or broken off at the next tag. */
import type { Tag } from './simple-xml.ts'

export interface ReadTag extends Tag {
  /** Where it ends: behind its `>`, or where the next tag begins. */
  end: number
  /** It was no valid XML. */
  isRepaired: boolean
}

/** More attributes of an element are not read. A guide has three. */
const maxAttributes = 64
const spaces = /\s*/y
const tagName = /[^\s/><]+/y
const attributeName = /[^\s=/><]+/y
const bareValue = /[^\s><]*/y
/** A quoted value has no tag in it: its quotation mark is missing. */
const tagWithin = /<[/!?A-Za-z]/

/** @param at where its `<` is @returns undefined when the end of it has yet to come */
export function readTag(text: string, at: number): ReadTag | undefined {
  let to = at + 1
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = to
    const found = pattern.exec(text)?.[0] ?? ''
    to += found.length
    return found
  }
  const name = take(tagName)
  const attributes: Record<string, string> = {}
  let [count, isRepaired] = [0, false]
  const ended = (isSelfClosing: boolean, end: number): ReadTag => ({ name, attributes, isSelfClosing, end, isRepaired })
  const keep = (key: string, value: string) => {
    if (++count > maxAttributes || Object.hasOwn(attributes, key)) isRepaired = true
    else attributes[key] = value
  }
  for (;;) {
    take(spaces)
    if (to >= text.length) return undefined
    const sign = text[to]
    if (sign === '>') return ended(false, to + 1)
    if (sign === '/' && to + 1 >= text.length) return undefined
    if (sign === '/' && text[to + 1] === '>') return ended(true, to + 2)
    if (sign === '<') {
      isRepaired = true
      return ended(false, to)
    }
    const key = take(attributeName)
    if (!key) {
      isRepaired = true
      to++
      continue
    }
    take(spaces)
    if (to >= text.length) return undefined
    if (text[to] !== '=') {
      isRepaired = true
      continue
    }
    to++
    take(spaces)
    if (to >= text.length) return undefined
    const quote = text[to]
    if (quote === '"' || quote === "'") {
      const value = quotedValue(text, to)
      if (!value) return undefined
      isRepaired ||= value.isRepaired
      keep(key, text.slice(to + 1, value.end))
      to = value.next
    } else {
      isRepaired = true
      keep(key, take(bareValue))
    }
  }
}

/** @param open where its quotation mark is @returns where the value ends, and where it goes on; undefined: not in this text */
function quotedValue(text: string, open: number) {
  const close = text.indexOf(text[open]!, open + 1)
  const value = text.slice(open + 1, close < 0 ? text.length : close)
  const tag = value.search(tagWithin)
  if (tag < 0) return close < 0 ? undefined : { end: close, next: close + 1, isRepaired: false }
  const sign = value.indexOf('>')
  const end = open + 1 + (sign < 0 || sign > tag ? tag : sign)
  const withoutSlash = text[end] === '>' && text[end - 1] === '/' ? end - 1 : end
  return { end: withoutSlash, next: withoutSlash, isRepaired: true }
}
