/**
 * Reads the XML of guides as it comes, and goes on after errors: signs that XML forbids are read as themselves, what is not closed is closed
 * where the next part begins, and an end tag that closes nothing is skipped. Each error is reported by its line.
 */
import { linesIn } from './programme-texts.ts'
import { readTag } from './read-tag.ts'
import { maxReferenceLength, withoutReferences } from './references.ts'
import { copyOf, type Tag, type XmlTakers } from './simple-xml.ts'

export type XmlErrorCode = 'broken' | 'read_as_text' | 'repaired' | 'unclosed' | 'unopened'
export interface GuideXmlTakers extends XmlTakers {
  onError: (code: XmlErrorCode, detail: string, line: number) => void
}

/** Characters without a sign of markup: longer than any text of a guide. */
const maxLength = 4 * 1024 * 1024
/** Elements within each other. A guide has five; tags that are deeper are skipped. */
const maxDepth = 32
/** Characters of one tag; a longer one is skipped. */
const maxTagLength = 128 * 1024
/** Tags that come again and again: `<title lang="en">`. */
const cachedLength = 40
const cachedTags = 512
/** Elements of `<tv>`: what is still open ends where one of them begins. */
const parts = new Set(['channel', 'programme'])
/** Elements that hold nothing but text, and those that may follow them: one of these ends what is still open. */
const texts = new Set(['title', 'sub-title', 'desc', 'category', 'date', 'episode-num', 'display-name', 'language', 'country', 'keyword'])
const followers = new Set([...texts, 'credits', 'icon', 'rating', 'star-rating', 'new', 'premiere', 'previously-shown', 'video', 'audio'])

/** What is passed over or taken as it is, up to its end. */
const ends = { comment: '-->', cdata: ']]>', instruction: '?>', subset: ']', tag: '>' } as const
type Mode = keyof typeof ends | 'declaration'
const openings = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'cdata'],
  ['<?', 'instruction'],
] as const
const nameStart = /[A-Za-z_:\u0080-\uFFFF]/

export class GuideXml {
  readonly #takers: GuideXmlTakers
  readonly #stack: string[] = []
  readonly #cached = new Map<string, Tag>()
  #pending = ''
  #mode: Mode | undefined
  /** Characters since the last sign of markup. */
  #length = 0
  #isOver = false
  #linesOfToken = 0
  /** The line in which the present token begins, and how many characters were read with it. */
  line = 1
  position = 0

  constructor(takers: GuideXmlTakers) {
    this.#takers = takers
  }

  /** Nothing but the guide is open, and all was read. */
  get isBetweenParts(): boolean {
    return this.#stack.length === 1 && !this.#pending && !this.#mode
  }

  write(text: string): void {
    if (this.#isOver) return
    if (this.#isTooLong(text)) return this.#stop()
    const all = this.#pending + text
    let at = 0
    for (let next = this.#next(all, 0); next !== undefined; next = this.#next(all, next)) at = next
    this.#pending = all.slice(at)
  }

  #isTooLong(text: string): boolean {
    const first = text.search(/[<>]/)
    const last = Math.max(text.lastIndexOf('<'), text.lastIndexOf('>'))
    const before = this.#length + (first < 0 ? text.length : first)
    this.#length = last < 0 ? before : text.length - last
    return before > maxLength || this.#length > maxLength
  }

  #stop(): void {
    this.#isOver = true
    this.#takers.onError('broken', 'longer than 4 MiB, so nothing after it is read', this.line + this.#linesOfToken)
  }

  /** Reads what begins here. @returns where the next begins; undefined: more has to come first */
  #next(all: string, at: number): number | undefined {
    if (at >= all.length) return undefined
    if (this.#mode) return this.#inMode(this.#mode, all, at)
    if (all[at] !== '<') return this.#text(all, at)
    const sign = all[at + 1]
    if (sign === undefined) return undefined
    if (sign === '/') return this.#endTag(all, at)
    if (sign === '!' || sign === '?') return this.#begin(all, at)
    if (nameStart.test(sign)) return this.#startTag(all, at)
    this.#pass(all, at, at + 1)
    this.#report('read_as_text', '<')
    this.#takers.onText('<')
    return at + 1
  }

  #pass(all: string, from: number, to: number): number {
    this.line += this.#linesOfToken
    this.#linesOfToken = linesIn(all.slice(from, to))
    this.position += to - from
    return to
  }

  #report(code: XmlErrorCode, detail: string, line = this.line): void {
    this.#takers.onError(code, detail, line)
  }

  #text(all: string, at: number): number | undefined {
    let to = all.indexOf('<', at)
    if (to < 0) {
      // The beginning of a reference waits for the rest.
      const last = all.lastIndexOf('&')
      to = last >= at && all.length - last < maxReferenceLength && !all.includes(';', last) ? last : all.length
      if (to === at) return undefined
    }
    this.#pass(all, at, to)
    this.#takers.onText(this.#decoded(all.slice(at, to)))
    return to
  }

  #decoded(text: string): string {
    let [line, from] = [this.line, 0]
    return withoutReferences(text, (whole, at) => {
      line += linesIn(text.slice(from, at))
      from = at
      this.#report('read_as_text', whole, line)
    })
  }

  #begin(all: string, at: number): number | undefined {
    for (const [opening, mode] of openings) {
      if (all.startsWith(opening, at)) {
        this.#mode = mode
        return this.#pass(all, at, at + opening.length)
      }
      if (all.length - at < opening.length && opening.startsWith(all.slice(at))) return undefined
    }
    this.#mode = 'declaration'
    return this.#pass(all, at, at + 2)
  }

  #inMode(mode: Mode, all: string, at: number): number | undefined {
    if (mode === 'declaration') return this.#inDeclaration(all, at)
    const end = ends[mode]
    const found = all.indexOf(end, at)
    const to = found < 0 ? all.length - end.length + 1 : found
    if (found < 0 && to <= at) return undefined
    this.#pass(all, at, found < 0 ? to : found + end.length)
    if (mode === 'cdata' && to > at) this.#takers.onText(all.slice(at, to))
    if (found < 0) return to
    this.#mode = mode === 'subset' ? 'declaration' : undefined
    return found + end.length
  }

  /** A document type, with what it defines between brackets. */
  #inDeclaration(all: string, at: number): number {
    const length = all.slice(at).search(/[[>]/)
    if (length < 0) return this.#pass(all, at, all.length)
    this.#mode = all[at + length] === '[' ? 'subset' : undefined
    return this.#pass(all, at, at + length + 1)
  }

  #startTag(all: string, at: number): number | undefined {
    const sign = all.indexOf('>', at)
    const text = sign >= 0 && sign - at < cachedLength ? all.slice(at, sign + 1) : ''
    const cached = this.#cached.get(text)
    if (cached) {
      this.#pass(all, at, sign + 1)
      this.#open(cached)
      return sign + 1
    }
    const read = readTag(all, at)
    if (!read) return all.length - at > maxTagLength ? this.#skipTag(all, at) : undefined
    this.#pass(all, at, read.end)
    if (read.isRepaired) this.#report('repaired', all.slice(at, read.end))
    else if (read.end === sign + 1 && text && !text.includes('&')) this.#keep(text, read)
    const tag = all.slice(at, read.end).includes('&') ? { ...read, attributes: this.#decodedAttributes(read) } : read
    this.#open(tag)
    return read.end
  }

  #keep(text: string, tag: Tag): void {
    if (this.#cached.size >= cachedTags) this.#cached.clear()
    this.#cached.set(copyOf(text), tag)
  }

  #decodedAttributes = ({ attributes }: Tag): Record<string, string> =>
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, this.#decoded(value)]))

  #skipTag(all: string, at: number): number {
    this.#mode = 'tag'
    this.#pass(all, at, all.length)
    this.#report('repaired', all.slice(at, at + 30))
    return all.length
  }

  #open(tag: Tag): void {
    const { name } = tag
    if (parts.has(name)) this.#beginPart(name)
    else if (followers.has(name) && texts.has(this.#stack.at(-1)!)) this.#closeUnclosed()
    if (this.#stack.length >= maxDepth) return this.#report('repaired', `<${name}>`)
    this.#stack.push(name)
    this.#takers.onOpen(tag)
    if (tag.isSelfClosing) this.#close()
  }

  #beginPart(name: string): void {
    while (this.#stack.length > 1) this.#closeUnclosed()
    if (this.#stack.length) return
    // The guide was closed before, or never opened.
    this.#report('repaired', `<${name}>`)
    this.#stack.push('tv')
    this.#takers.onOpen({ name: 'tv', attributes: {}, isSelfClosing: false })
  }

  #endTag(all: string, at: number): number | undefined {
    const found = all.slice(at + 1).search(/[<>]/)
    if (found < 0) return undefined
    const end = at + 1 + found
    const isWhole = all[end] === '>'
    this.#pass(all, at, isWhole ? end + 1 : end)
    const name = all.slice(at + 2, end).trim()
    if (!isWhole) this.#report('repaired', `</${name}`)
    const depth = this.#stack.lastIndexOf(name)
    if (depth < 0) this.#report('unopened', `</${name}>`)
    else {
      while (this.#stack.length - 1 > depth) this.#closeUnclosed()
      this.#close()
    }
    return isWhole ? end + 1 : end
  }

  #closeUnclosed(): void {
    this.#report('unclosed', `<${this.#stack.at(-1)!}>`)
    this.#close()
  }

  #close(): void {
    this.#stack.pop()
    this.#takers.onClose()
  }
}
