/** Character references: those of XML, numbers, and the names of HTML, which many guides use. */
import { Parser } from 'htmlparser2'

const known = new Map<string, string | undefined>()
const maxKnown = 1000
const ofXml = /^&(?:amp|lt|gt|quot|apos);$/

/** @returns the reference as XML takes it; undefined when it is unknown */
export function referenceIn(whole: string): string | undefined {
  if (ofXml.test(whole) || !whole.endsWith(';')) return whole.endsWith(';') ? whole : undefined
  if (known.has(whole)) return known.get(whole)
  let text = ''
  new Parser({ ontext: (piece) => (text += piece) }).end(whole)
  const value = text === whole ? undefined : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (known.size >= maxKnown) known.clear()
  known.set(whole, value)
  return value
}
