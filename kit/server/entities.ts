/** Entities of XML and HTML in texts that should have none. */
import { Parser } from 'htmlparser2'

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi
/** Some writers escape twice. */
const maxPasses = 2

function decodeEntity(text: string): string {
  let decoded = ''
  new Parser({ ontext: (part) => (decoded += part) }).end(text)
  // `&nothing;` is none, though it begins as one does.
  return decoded.length > 1 && decoded.endsWith(';') ? text : decoded
}

/** `A&amp;E` is `A&E`. An entity without its semicolon, or of an unknown name, stays as it is. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let pass = 0; pass < maxPasses && decoded.includes('&'); pass++) decoded = decoded.replace(entity, decodeEntity)
  return decoded
}

/** Of an address only escaped ampersands: `&copy;` may be a part of its query. */
export const decodeAddress = (text: string): string => text.replace(/&(?:amp|#38|#x26);/gi, '&')
