/** Decodes XML and HTML entities in texts that should contain none. */
import { Parser } from 'htmlparser2'

const entityPattern = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi
/** Maximum passes: some sources escape twice. */
const maxPasses = 2

function decodeEntity(text: string): string {
  let decoded = ''
  new Parser({ ontext: (part) => (decoded += part) }).end(text)
  // A longer result is no entity: the parser reads `&nothing;` as `&not` and `hing;`.
  return decoded.length > 1 && decoded.endsWith(';') ? text : decoded
}

/** Decodes entities: `A&amp;E` becomes `A&E`. Keeps an entity without a semicolon or with an unknown name. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let pass = 0; pass < maxPasses && decoded.includes('&'); pass++) decoded = decoded.replace(entityPattern, decodeEntity)
  return decoded
}

/** Decodes only escaped ampersands of a URL: `&copy;` may be part of its query. */
export const decodeUrlAmpersands = (text: string): string => text.replace(/&(?:amp|#38|#x26);/gi, '&')
