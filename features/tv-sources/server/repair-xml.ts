/** Repairs characters in a guide's text that would derail an XML parser. */
import { Parser } from 'htmlparser2'

const cachedReferences = new Map<string, string | undefined>()
const maxCachedReferences = 1000
const xmlEntityPattern = /^&(?:amp|lt|gt|quot|apos);$/

/**
 * Resolves references of XML, numeric references, and HTML’s names, which many guides use.
 * @returns the reference in XML; undefined if unknown
 */
function toXmlReference(reference: string): string | undefined {
  if (xmlEntityPattern.test(reference) || !reference.endsWith(';')) return reference.endsWith(';') ? reference : undefined
  if (cachedReferences.has(reference)) return cachedReferences.get(reference)
  let text = ''
  new Parser({ ontext: (piece) => (text += piece) }).end(reference)
  const value = text === reference ? undefined : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (cachedReferences.size >= maxCachedReferences) cachedReferences.clear()
  cachedReferences.set(reference, value)
  return value
}

type RepairCode = 'read_as_text' | 'repaired'
type OnRepaired = (code: RepairCode, detail: string, at: number) => void

const referencePattern = String.raw`&(?:(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});)?`
const textSign = String.raw`<(?![/!?a-zA-Z_:\u0080-\uFFFF])|<!(?!--|\[CDATA\[|DOCTYPE|doctype)`
const tagWithoutEnd = '<[^<>]*(?=<|$)'
/** The value of an attribute without a closing quote, which runs into the next tag. */
const valueWithoutEnd = String.raw`=\s*(?:"[^"<>]*?(?=/?>[^"<]*(?:<|$))|'[^'<>]*?(?=/?>[^'<]*(?:<|$)))`
const repairableErrorPattern = new RegExp([referencePattern, textSign, '<!doctype', tagWithoutEnd, valueWithoutEnd].join('|'), 'g')
/** Matches text that may need repair. Tests are several times as fast as repairs, and valid tags and references of XML don't match. */
const suspiciousMarkupPattern = /<(?!\/?[a-zA-Z][^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*>)|&(?!(?:amp|lt|gt|quot|apos);)/

/** @param text begins and ends between tags @param onRepaired called with the position of each mistake */
export function repairXml(text: string, onRepaired: OnRepaired): string {
  if (!suspiciousMarkupPattern.test(text)) return text
  return text.replaceAll(repairableErrorPattern, (match: string, at: number) => {
    if (match.startsWith('&')) {
      const value = toXmlReference(match)
      if (value !== undefined) return value
      onRepaired('read_as_text', match, at)
      return `&amp;${match.slice(1)}`
    }
    if (match === '<' || match === '<!') {
      onRepaired('read_as_text', '<', at)
      return `&lt;${match.slice(1)}`
    }
    if (match === '<!doctype') return '<!DOCTYPE'
    onRepaired('repaired', text.slice(text.lastIndexOf('<', at), at + match.length), at)
    if (match.startsWith('<')) return `${match}>`
    return match + /["']/.exec(match)![0]
  })
}
