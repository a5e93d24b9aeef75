/** Character references: XML's, numeric ones, and HTML's names, which many guides use. */
import { Parser } from 'htmlparser2'

const known = new Map<string, string | undefined>()
const maxKnown = 1000
const ofXml = /^&(?:amp|lt|gt|quot|apos);$/

/** @returns the reference in XML; undefined if unknown */
export function toXmlReference(whole: string): string | undefined {
  if (ofXml.test(whole) || !whole.endsWith(';')) return whole.endsWith(';') ? whole : undefined
  if (known.has(whole)) return known.get(whole)
  let text = ''
  new Parser({ ontext: (piece) => (text += piece) }).end(whole)
  const value = text === whole ? undefined : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (known.size >= maxKnown) known.clear()
  known.set(whole, value)
  return value
}
