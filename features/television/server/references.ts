/** What references stand for: those of XML, numbers, and the names of HTML, which many guides use. */
import { Parser } from 'htmlparser2'

const reference = /&(?:(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)?/gi
/** A longer one is none. */
export const maxReferenceLength = 34
const known = new Map<string, string | undefined>()
const maxKnown = 1000

function valueOf(whole: string): string | undefined {
  if (known.has(whole)) return known.get(whole)
  let text = ''
  new Parser({ ontext: (piece) => (text += piece) }).end(whole)
  const value = text === whole ? undefined : text
  if (known.size >= maxKnown) known.clear()
  known.set(whole, value)
  return value
}

/** @param onUnknown is given each `&` that begins no reference, or a reference that is unknown: it stays as it is */
export function withoutReferences(text: string, onUnknown: (whole: string, at: number) => void): string {
  if (!text.includes('&')) return text
  return text.replaceAll(reference, (whole: string, name: string | undefined, at: number) => {
    const value = name === undefined ? undefined : valueOf(whole)
    if (value === undefined) onUnknown(whole, at)
    return value ?? whole
  })
}
