/**
 * Reads one element of the plain kind that guides are made of, several times faster than a parser of all that XML may be. What is not
 * certainly of that kind (comments, CDATA, entities of one's own, errors) is refused as a whole: then a parser reads it.
 */

export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly isSelfClosing: boolean
}

/** What a parser would have told. */
export interface XmlTakers {
  onOpen: (tag: Tag) => void
  onText: (text: string) => void
  onClose: () => void
}

const namePattern = /^[A-Za-z][\w-]*$/
/** What may not stand in the value of an attribute, or is read as something else. */
const unusualValue = /[<\t\r\n]/
/** All but what some version of XML forbids or reads as something else: told in two thirds of the time of a search for that. */
// oxlint-disable-next-line no-control-regex
const usual = /^[\t\n\r -~\u00A0-\u2027\u2029-\uFFFD]*$/
/** What may not stand in a text. */
const endOfCdata = ']]>'
const maxReferenceLength = 9
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const maxTagLength = 4096
const maxDepth = 16
/** Tags that come again and again: `title lang="en"`. */
const cachedLength = 40
const cachedTags = 512

const space = 32
const less = 60
const slash = 47

/** A part of a longer text holds all of that; its copy doesn't. */
export const copyOf = (text: string) =>
  text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le')

export class SimpleXml {
  readonly #takers: XmlTakers
  readonly #cached: ({ text: string; tag: Tag } | undefined)[] = Array.from({ length: cachedTags })
  /** What was found: where tags open, texts between them, and null where one closes. */
  readonly #steps: (Tag | string | null)[] = []

  constructor(takers: XmlTakers) {
    this.#takers = takers
  }

  /** @returns false when it was refused, and nobody was told of anything in it */
  read(text: string): boolean {
    if (!usual.test(text) || text.includes(endOfCdata) || !text.isWellFormed()) return false
    this.#steps.length = 0
    if (!this.#find(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)) return false
    const { onOpen, onText, onClose } = this.#takers
    for (const step of this.#steps) {
      if (step === null) onClose()
      else if (typeof step === 'string') onText(step)
      else onOpen(step)
    }
    return true
  }

  #find(text: string): boolean {
    const steps = this.#steps
    const open: string[] = []
    for (let at = 0; ;) {
      if (text.charCodeAt(at) !== less) return false
      if (text.charCodeAt(at + 1) === slash) {
        const end = `${open.pop()}>`
        if (!text.startsWith(end, at + 2)) return false
        steps.push(null)
        at += 2 + end.length
      } else {
        const end = text.indexOf('>', at)
        const tag = end < 0 ? undefined : this.#tagOf(text, at + 1, end)
        if (!tag) return false
        steps.push(tag)
        if (tag.isSelfClosing) steps.push(null)
        else if (open.push(tag.name) > maxDepth) return false
        at = end + 1
      }
      if (!open.length) return at === text.length
      const next = text.indexOf('<', at)
      if (next < 0) return false
      if (next > at) {
        const between = decode(text.slice(at, next))
        if (between === undefined) return false
        steps.push(between)
      }
      at = next
    }
  }

  /** What stands there was often there before: it is compared where it stands, without a string of its own. */
  #tagOf(text: string, at: number, end: number): Tag | undefined {
    const length = end - at
    if (length > cachedLength || length < 2) return readTag(text.slice(at, end))
    const slot = (31 * length + 7 * text.charCodeAt(at) + 3 * text.charCodeAt(at + 1) + text.charCodeAt(end - 2)) % cachedTags
    const cached = this.#cached[slot]
    if (cached?.text.length === length && text.startsWith(cached.text, at)) return cached.tag
    const own = copyOf(text.slice(at, end))
    const tag = readTag(own)
    if (tag) this.#cached[slot] = { text: own, tag }
    return tag
  }
}

/** @param text what stands between `<` and `>` */
function readTag(text: string): Tag | undefined {
  if (text.length > maxTagLength) return undefined
  const isSelfClosing = text.endsWith('/')
  const end = lengthWithoutSpace(text, isSelfClosing ? text.length - 1 : text.length)
  const firstSpace = text.indexOf(' ')
  const nameEnd = firstSpace < 0 || firstSpace > end ? end : firstSpace
  const name = text.slice(0, nameEnd)
  if (!namePattern.test(name)) return undefined
  const attributes: Record<string, string> = {}
  for (let at = nameEnd; at < end;) {
    const begin = afterSpace(text, at)
    const equals = text.indexOf('="', begin)
    const close = equals < 0 ? -1 : text.indexOf('"', equals + 2)
    if (begin === at || close < 0) return undefined
    const [key, value] = [text.slice(begin, equals), text.slice(equals + 2, close)]
    const decoded = unusualValue.test(value) ? undefined : decode(value)
    if (decoded === undefined || !namePattern.test(key) || Object.hasOwn(attributes, key)) return undefined
    attributes[key] = decoded
    at = close + 1
  }
  return { name, attributes, isSelfClosing }
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === space) at++
  return at
}

function lengthWithoutSpace(text: string, length: number): number {
  let end = length
  while (end > 0 && text.charCodeAt(end - 1) === space) end--
  return end
}

/** With what references stand for; undefined where one is of any other kind. */
function decode(text: string): string | undefined {
  let decoded = ''
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at)
    if (end < 0 || end - at > maxReferenceLength) return undefined
    const name = text.slice(at + 1, end)
    const character = named.get(name) ?? numbered(name)
    if (character === undefined) return undefined
    decoded += text.slice(from, at) + character
    from = end + 1
  }
  return from ? decoded + text.slice(from) : text
}

function numbered(name: string): string | undefined {
  const [, decimal, hexadecimal] = /^#(?:([0-9]{1,6})|x([0-9A-Fa-f]{1,5}))$/.exec(name) ?? []
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code >= 0x20 && code < 0xd800 ? String.fromCodePoint(code) : undefined
}
