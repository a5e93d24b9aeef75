/** Bytes searched for a page's charset. The HTML standard requires it in the first 1,024, but not all pages comply. */
const prescanBytes = 4096

/**
 * Detects a page's charset in the order of the HTML standard: byte order mark, header, the page itself, then UTF-8, or
 * windows-1252 if the bytes aren't valid UTF-8.
 * @param header charset of the `Content-Type` header
 */
export function charsetOf(bytes: Buffer, header: string | undefined): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  const declared = charsetInPage(bytes.subarray(0, prescanBytes).toString('latin1'))
  return [header, declared].find((label) => label !== undefined && isKnownCharset(label)) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

function isKnownCharset(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // Decodes as a stream, because the bytes may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const isSpace = (char: string | undefined) => char !== undefined && '\t\n\f\r '.includes(char)
const isLetter = (char: string | undefined) => char !== undefined && /^[a-z]$/i.test(char)

/** Implements the standard's "prescan a byte stream to determine its encoding", in one pass. */
export function charsetInPage(text: string): string | undefined {
  for (let offset = text.indexOf('<'); offset !== -1; offset = text.indexOf('<', offset)) {
    const next = text[offset + 1]
    if (text.startsWith('<!--', offset)) offset = indexAfter(text, '-->', offset + 2)
    else if (/^<meta[\t\n\f\r /]$/i.test(text.slice(offset, offset + 6))) {
      const { attributes, end } = readAttributes(text, offset + 5)
      const label = charsetOfMeta(attributes)
      // A page that can be read as ASCII isn't UTF-16, even if it declares UTF-16.
      if (label !== undefined && isKnownCharset(label)) return /^utf-?16/i.test(label) ? 'utf-8' : label
      offset = end
    } else if (isLetter(next) || (next === '/' && isLetter(text[offset + 2]))) {
      while (offset < text.length && !isSpace(text[offset]) && text[offset] !== '>') offset++
      offset = readAttributes(text, offset).end
    } else offset = next === '!' || next === '/' || next === '?' ? indexAfter(text, '>', offset + 1) : offset + 1
  }
  return undefined
}

/** Returns the index after the next `needle`, or the end of the text. */
function indexAfter(text: string, needle: string, from: number): number {
  const index = text.indexOf(needle, from)
  return index === -1 ? text.length : index + needle.length
}

/** Parses a tag's attributes, the first of each name. @returns `end`: the index of `>`, or the end of the text */
function readAttributes(text: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let at = from
  const skip = (isSkipped: (char: string) => boolean) => {
    while (at < text.length && isSkipped(text[at]!)) at++
  }
  for (;;) {
    skip((char) => isSpace(char) || char === '/')
    if (at >= text.length || text[at] === '>') return { attributes, end: at }
    const start = at++
    skip((char) => !isSpace(char) && !'/>='.includes(char))
    const name = text.slice(start, at).toLowerCase()
    skip(isSpace)
    let value = ''
    if (text[at] === '=') {
      at++
      skip(isSpace)
      const quote = text[at] === '"' || text[at] === "'" ? text[at] : undefined
      const begin = quote ? ++at : at
      skip((char) => (quote ? char !== quote : !isSpace(char) && char !== '>'))
      value = text.slice(begin, at)
      if (quote) at++
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
}

/** Returns a meta tag's charset: from `charset`, or from a `Content-Type` in `content`. */
function charsetOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset')
  if (charset !== undefined) return charset.trim()
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  const content = attributes.get('content') ?? ''
  for (let offset = content.search(/charset/i); offset !== -1;) {
    const following = content.slice(offset + 7).trimStart()
    if (following.startsWith('='))
      return following
        .slice(1)
        .trimStart()
        .split(/["';\s]/, 2)
        .find(Boolean)
    const nextMatch = following.search(/charset/i)
    offset = nextMatch === -1 ? -1 : content.length - following.length + nextMatch
  }
  return undefined
}
