/** Repairs characters in a guide's text that would derail an XML parser. */
import { Parser } from 'htmlparser2'

const cache = new Map<string, string | undefined>()
const maxKnown = 1000
const xmlEntity = /^&(?:amp|lt|gt|quot|apos);$/

/** Resolves XML’s references, numeric ones, and HTML’s names, which many guides use. @returns the reference in XML; undefined if unknown */
function toXmlReference(whole: string): string | undefined {
  if (xmlEntity.test(whole) || !whole.endsWith(';')) return whole.endsWith(';') ? whole : undefined
  if (cache.has(whole)) return cache.get(whole)
  let text = ''
  new Parser({ ontext: (piece) => (text += piece) }).end(whole)
  const value = text === whole ? undefined : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (cache.size >= maxKnown) cache.clear()
  cache.set(whole, value)
  return value
}

type RepairCode = 'read_as_text' | 'repaired'
type OnRepaired = (code: RepairCode, detail: string, at: number) => void

const reference = String.raw`&(?:(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});)?`
const textSign = String.raw`<(?![/!?a-zA-Z_:\u0080-\uFFFF])|<!(?!--|\[CDATA\[|DOCTYPE|doctype)`
const tagWithoutEnd = '<[^<>]*(?=<|$)'
/** The value of an attribute that runs beyond the end of its tag into the next tag. */
const valueWithoutEnd = String.raw`=\s*(?:"[^"<>]*?(?=/?>[^"<]*(?:<|$))|'[^'<>]*?(?=/?>[^'<]*(?:<|$)))`
const repairableErrors = new RegExp([reference, textSign, '<!doctype', tagWithoutEnd, valueWithoutEnd].join('|'), 'g')
/** Doesn't match valid tags and references of XML, which are tested in a fraction of the time. */
const suspicious = /<(?!\/?[a-zA-Z][^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*>)|&(?!(?:amp|lt|gt|quot|apos);)/

/** @param text begins and ends between tags @param onRepaired called with the position of each mistake */
export function repairXml(text: string, onRepaired: OnRepaired): string {
  if (!suspicious.test(text)) return text
  return text.replaceAll(repairableErrors, (found: string, at: number) => {
    if (found.startsWith('&')) {
      const value = toXmlReference(found)
      if (value !== undefined) return value
      onRepaired('read_as_text', found, at)
      return `&amp;${found.slice(1)}`
    }
    if (found === '<' || found === '<!') {
      onRepaired('read_as_text', '<', at)
      return `&lt;${found.slice(1)}`
    }
    if (found === '<!doctype') return '<!DOCTYPE'
    onRepaired('repaired', text.slice(text.lastIndexOf('<', at), at + found.length), at)
    if (found.startsWith('<')) return `${found}>`
    return found + /["']/.exec(found)![0]
  })
}
