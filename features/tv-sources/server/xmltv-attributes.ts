/** Attributes of a guide's elements. */
import { limits } from '../rules.ts'
import { removeUnstorable } from './xmltv-programme.ts'

export type Attributes = Readonly<Record<string, string>>
export const readAttribute = (attributes: Attributes, name: string): string => (Object.hasOwn(attributes, name) ? attributes[name]! : '')

export function readLanguage(attributes: Attributes): string {
  const given = readAttribute(attributes, 'lang')
  return /^[a-z]{0,3}$/.test(given) ? given : removeUnstorable(given.toLowerCase().split(/[-_]/, 1)[0]!.slice(0, 35))
}

/** Whether an `<image>` shows a person or character, instead of the programme. */
export const isPortrait = (attributes: Attributes) => /^(?:person|character)$/.test(readAttribute(attributes, 'type'))

/**
 * A URL that URL parsing wouldn't change. Its host name is in lower case with a top-level domain, and its path has no special characters or
 * dot segments.
 */
const plainAddress = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:\/[\w~-][\w.~-]*)+\/?(?:\?[\w.~=&-]*)?$/

/** Parses an http(s) URL like browsers do; null if invalid. */
export function parseAddress(text: string): string | null {
  if (text.length <= 1000 && plainAddress.test(text)) return text
  const address = text.trim()
  if (!/^https?:/i.test(address) || address.length > limits.address) return null
  try {
    const { href } = new URL(address)
    return Buffer.byteLength(href) <= limits.address ? removeUnstorable(href) : null
  } catch {
    return null
  }
}
