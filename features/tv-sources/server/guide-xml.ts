/**
 * Reads the XML of guides with saxes and continues after errors. An element without an end tag ends where the next part begins. An end tag
 * without a start tag is skipped. Each error is reported with its line.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { repairXml } from './repair-xml.ts'

export type XmlErrorCode = 'broken' | 'read_as_text' | 'repaired' | 'unclosed' | 'unopened'
interface GuideXmlHandlers {
  onOpen: (tag: Pick<SaxesTagPlain, 'name' | 'attributes'>, line: number) => void
  onText: (text: string) => void
  onClose: () => void
  onError: (code: XmlErrorCode, detail: string, line: number) => void
}

/** Maximum characters between two tags, more than any text of a guide has. */
const maxLength = 4 * 1024 * 1024
/** Maximum depth of nested elements; deeper tags are skipped. A guide has five levels. */
const maxDepth = 32
/** Maximum elements that saxes considers open. If there are more, end tags are missing, and parsing starts again. */
const maxOpenElements = 1000
/** Children of `<tv>`: each one closes all open elements. */
const sectionElements = new Set(['channel', 'programme'])
/** Elements that contain only text. The start tag of one of `closingElements` closes them, if their end tag is missing. */
const textElements = new Set([
  'title',
  'sub-title',
  'desc',
  'category',
  'date',
  'episode-num',
  'display-name',
  'language',
  'country',
  'keyword',
])
const closingElements = new Set([
  ...textElements,
  'credits',
  'icon',
  'rating',
  'star-rating',
  'new',
  'premiere',
  'previously-shown',
  'video',
  'audio',
])

/** Start of a section that isn't repaired, because a bare `&` is valid there. */
const sectionStartPattern = /<!--|<!\[CDATA\[|<\?|<!DOCTYPE[^[<>]*\[/g
const sectionEnds: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }
const endOfDefinitions = ']'
const tagErrorPattern = /attribute|opening tag|in tag name/
const unmatchedTagError = 'unmatched closing tag: '
const duplicateAttributeError = 'duplicate attribute: '

interface PlainXml {
  xmlns: false
  position: false
}

export class GuideXml {
  readonly #handlers: GuideXmlHandlers
  #parser: SaxesParser<PlainXml>
  /** Names of the open elements. A separate stack, because an end tag without a start tag empties the stack of saxes. */
  readonly #stack: string[] = []
  /** Elements that saxes considers open. */
  #openInParser = 0
  /** The text from the last `<` on. It waits for the next piece, so that no tag or reference is split. */
  #pending = ''
  /** The text that ends the current section; undefined outside of sections. */
  #sectionEnd: string | undefined
  #isEnded = false
  #tag: SaxesTagPlain = { name: '', attributes: {}, isSelfClosing: false }
  #tagLine = 1
  /** An end tag that waits for the next event, because saxes reports a missing start tag only after it has closed all open tags. */
  #endTag: { name: string; line: number } | undefined
  #isUnmatched = false
  /** An end tag without a start tag, which saxes adds to the text. */
  #strayEnd = ''

  constructor(handlers: GuideXmlHandlers) {
    this.#handlers = handlers
    this.#parser = this.#createParser(1)
  }

  get line(): number {
    return this.#parser.line
  }

  write(text: string): void {
    if (this.#isEnded) return
    const first = text.indexOf('<')
    if (this.#pending.length + (first < 0 ? text.length : first) > maxLength) return this.#stop()
    const last = text.lastIndexOf('<')
    const end = last < 0 ? 0 : this.#pending.length + last
    const pendingText = this.#pending + text
    this.#pending = pendingText.slice(end)
    if (end) this.#parseFast(pendingText.slice(0, end))
  }

  end(): void {
    // Doesn't repair an incomplete tag, as the guide may be truncated.
    if (!this.#isEnded && this.#pending.includes('>')) this.#parseFast(this.#pending)
    this.#flushEndTag()
  }

  #stop(): void {
    this.#isEnded = true
    this.#flushEndTag()
    this.#handlers.onError('broken', 'longer than 4 MiB, so nothing after it is read', this.line)
  }

  #createParser(line: number): SaxesParser<PlainXml> {
    const parser = new SaxesParser<PlainXml>({ xmlns: false, position: false })
    parser.line = line
    parser.on('opentagstart', (tag) => this.#onTagStart(tag as SaxesTagPlain))
    parser.on('opentag', (tag) => this.#onOpenTag(tag))
    parser.on('closetag', (tag) => this.#onCloseTag(tag))
    parser.on('text', (text) => this.#onText(text))
    parser.on('cdata', (text) => this.#onText(text))
    parser.on('error', ({ message }) => this.#onError(message))
    return parser
  }

  /** Parses without stack traces, because saxes creates an `Error` for each mistake, and their stacks take four fifths of the time. */
  #parseFast(text: string): void {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      this.#parse(text)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  #parse(text: string): void {
    if (this.#openInParser > maxOpenElements && !this.#sectionEnd) {
      this.#flushEndTag()
      // The `<` ends the current text, so that the parser emits it before a new parser takes over.
      this.#parser.write('<')
      this.#openInParser = 0
      this.#parser = this.#createParser(this.line)
    }
    for (let offset = 0; offset < text.length;) {
      const end = this.#sectionEnd
      sectionStartPattern.lastIndex = offset
      const begin = end === undefined ? sectionStartPattern.exec(text) : null
      const result = end === undefined ? -1 : text.indexOf(end, offset)
      const to = end === undefined ? (begin?.index ?? text.length) : result < 0 ? text.length : result + end.length
      const piece = text.slice(offset, to)
      this.#parser.write(end === undefined ? this.#repair(piece) : piece)
      if (begin) {
        this.#sectionEnd = sectionEnds[begin[0]] ?? endOfDefinitions
        this.#parser.write(begin[0])
      } else if (result >= 0) this.#sectionEnd = undefined
      offset = to + (begin?.[0].length ?? 0)
    }
  }

  #repair(text: string): string {
    let [line, from] = [this.line, 0]
    return repairXml(text, (code, detail, at) => {
      line += countLines(text.slice(from, at))
      from = at
      this.#handlers.onError(code, detail, line)
    })
  }

  #onTagStart(tag: SaxesTagPlain): void {
    this.#flushEndTag()
    this.#tag = tag
    this.#tagLine = this.line
  }

  #onOpenTag(tag: SaxesTagPlain): void {
    const { name } = tag
    if (!tag.isSelfClosing) this.#openInParser++
    if (sectionElements.has(name)) this.#beginPart(name)
    else if (closingElements.has(name) && textElements.has(this.#stack.at(-1)!)) this.#closeUnclosed(this.#tagLine)
    if (this.#stack.length >= maxDepth) return this.#handlers.onError('repaired', `<${name}>`, this.#tagLine)
    this.#stack.push(name)
    this.#handlers.onOpen(tag, this.#tagLine)
    if (tag.isSelfClosing) this.#close()
  }

  #onCloseTag({ name, isSelfClosing }: SaxesTagPlain): void {
    if (isSelfClosing) return
    this.#openInParser--
    if (!this.#isUnmatched) this.#flushEndTag()
    this.#isUnmatched = false
    this.#endTag = { name, line: this.line }
  }

  #onText(text: string): void {
    this.#flushEndTag()
    const ownText = this.#strayEnd && text.startsWith(this.#strayEnd) ? text.slice(this.#strayEnd.length) : text
    this.#strayEnd = ''
    if (ownText) this.#handlers.onText(ownText)
  }

  /** Handles an error message of saxes. Ignores messages about parts that don't affect programmes, such as text outside the guide. */
  #onError(message: string): void {
    const { name, attributes } = this.#tag
    if (message === 'unexpected close tag.') this.#isUnmatched = true
    else if (message.startsWith(unmatchedTagError)) {
      // Drops the waiting end tag if saxes reported it as unexpected: it belongs to an element that saxes closed by mistake.
      if (!this.#isUnmatched) this.#flushEndTag()
      this.#isUnmatched = false
      this.#endTag = { name: message.slice(unmatchedTagError.length, -1), line: this.line }
      this.#strayEnd = `</${this.#endTag.name}>`
    } else if (message === 'weird empty close tag.') {
      this.#flushEndTag()
      this.#strayEnd = '</>'
      this.#handlers.onError('unopened', '</>', this.line)
    } else if (message.includes('closing tag')) this.#handlers.onError('repaired', '</', this.line)
    else if (tagErrorPattern.test(message)) {
      this.#handlers.onError('repaired', `<${name}`, this.#tagLine)
      // Keeps the first value of a duplicate attribute.
      if (message.startsWith(duplicateAttributeError)) this.#keepFirst(attributes, message.slice(duplicateAttributeError.length, -1))
    }
  }

  /** Makes the first value read-only, because saxes sets the attribute again after this call. */
  #keepFirst(attributes: Record<string, string>, name: string): void {
    const first = attributes[name]
    Object.defineProperty(attributes, name, { get: () => first, set: ignore, enumerable: true, configurable: true })
  }

  #beginPart(name: string): void {
    while (this.#stack.length > 1) this.#closeUnclosed(this.#tagLine)
    if (this.#stack.length) return
    // The part is outside of `<tv>`: the end tag came too early, or the start tag is missing.
    this.#handlers.onError('repaired', `<${name}>`, this.#tagLine)
    this.#stack.push('tv')
    this.#handlers.onOpen({ name: 'tv', attributes: {} }, this.#tagLine)
  }

  #flushEndTag(): void {
    if (!this.#endTag) return
    const { name, line } = this.#endTag
    this.#endTag = undefined
    const depth = this.#stack.lastIndexOf(name)
    if (depth < 0) return this.#handlers.onError('unopened', `</${name}>`, line)
    while (this.#stack.length - 1 > depth) this.#closeUnclosed(line)
    this.#close()
  }

  #closeUnclosed(line: number): void {
    this.#handlers.onError('unclosed', `<${this.#stack.at(-1)!}>`, line)
    this.#close()
  }

  #close(): void {
    this.#stack.pop()
    this.#handlers.onClose()
  }
}

const ignore = () => undefined

function countLines(text: string): number {
  let count = 0
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) count++
  return count
}
