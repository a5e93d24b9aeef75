/** Reads guides: XMLTV, as it comes. Entities that a guide defines are never expanded, and its document type is not read. */
import { limits } from '../rules.ts'
import { type GuideChannel, GuideChannels } from './guide-channels.ts'
import { GuideXml, type XmlErrorCode } from './guide-xml.ts'
import type { KnownProgrammes } from './known-programmes.ts'
import type { ImportProblem } from './problems.ts'
import { linesIn, ProgrammeTexts } from './programme-texts.ts'
import { SimpleXml, type Tag } from './simple-xml.ts'
import { addressOf, attributeIn, attributeOf, type Attributes, languageOf, showsPeople } from './xmltv-attributes.ts'
import { contentOf, hashOf, oneLine, Programme, type ProgrammeContent, programmeId, storable, timesOf } from './xmltv-programme.ts'
import { takeText } from './xmltv-texts.ts'
import { parseXmltvTime } from './xmltv-time.ts'

export interface GuideReaderOptions {
  /** What programmes' ids are made of, with their channel and start. */
  sourceId: string
  /** What is in it already is not given away. */
  known: KnownProgrammes
  /** Seconds since 1970 between which programmes are kept. */
  from: number
  to: number
  onProgramme: (programme: ReadProgramme) => void
  onProblem: (problem: ImportProblem) => void
}

const maxNames = 10
/** Characters of one text, at least. */
const maxText = 20_000
/** Characters before `<tv>`. */
const maxPrologue = 1024 * 1024

/** One that is new, or not as it was. */
export interface ReadProgramme {
  channel: GuideChannel
  /** Seconds since 1970. */
  start: number
  id: string
  hash: bigint
  /** The database has another version of it. */
  isKnown: boolean
  content: ProgrammeContent
}

/** To be changed with whatever is read of the same text in another way. */
const readerVersion = '4'
const hashOfText = (text: string) => hashOf(readerVersion + text)

/** Reads pieces of text, whole or not, and gives what is in them away at once. */
export class GuideReader {
  readonly #options: GuideReaderOptions
  readonly #xml: GuideXml
  readonly #simple: SimpleXml
  readonly #path: string[] = []
  #programme: Programme | undefined
  #channel: GuideChannel | undefined
  #language = ''
  #system = ''
  #text = ''
  /** How deep the element is whose text is read; 0: none is. */
  #readingAt = 0
  readonly #texts: ProgrammeTexts
  /** Lines that the parser was not given. */
  #passedLines = 0
  /** What is being parsed, if it is the text of one programme: its hash, and where that text ends. */
  #given: { text: string; end: number } | undefined
  /** What is read without the parser just now: the text of one programme. */
  #simpleText: string | undefined
  /** Parts that were opened, and problems, since the text of a programme was given. */
  /** Characters that the parser was given. */
  #parsed = 0
  #opened = 0
  #told = 0
  #characters = 0
  #outside = 0
  /** All that the guide names, also those of which it says nothing but what is on. */
  readonly channels: GuideChannels
  isGuide = false
  /** The end of the guide was there. */
  isComplete = false
  /** Something was not closed, or closed nothing: a programme may have been missed. */
  #isDamaged = false
  #lastError = ''
  read = 0
  /** Programmes that were given away; those that were known. */
  different = 0
  unchanged = 0

  constructor(options: GuideReaderOptions) {
    this.#options = options
    this.channels = new GuideChannels(options.sourceId, options.known)
    this.#texts = new ProgrammeTexts({
      onProgramme: (text) => this.#isKnown(text) || this.#isSimple(text) || this.#parse(text, true),
      onOther: (text) => this.#parse(text, false),
      onLines: (count) => void (this.#passedLines += count),
    })
    const takers = {
      onOpen: (tag: Tag) => this.#open(tag),
      onText: (text: string) => {
        if (this.#readingAt && this.#text.length < maxText) this.#text += text
      },
      onClose: () => this.#close(),
    }
    this.#simple = new SimpleXml(takers)
    this.#xml = new GuideXml({ ...takers, onError: (code, detail, line) => this.#error(code, detail, line + this.#passedLines) })
  }

  /** @returns false for what is no guide: there is no use in going on */
  write(text: string): boolean {
    this.#texts.write(text)
    this.#characters += text.length
    return this.isGuide || this.#characters < maxPrologue
  }

  end(): void {
    this.#texts.end()
    if (!this.isComplete) this.#problem('cut_short', '')
    else if (this.#isDamaged) this.#problem('not_deleted', '', 0)
    if (this.#outside) this.#options.onProblem({ line: 0, code: 'outside_days', detail: String(this.#outside) })
  }

  /** Nothing of it was missed: what it doesn't name is not in it. */
  get isWhole(): boolean {
    return this.isComplete && !this.#isDamaged
  }

  get #line(): number {
    return this.#xml.line + this.#passedLines
  }

  /** @returns whether a part of the guide may begin after it */
  #parse(text: string, isProgramme: boolean): boolean {
    this.#parsed += text.length
    this.#given = isProgramme ? { text, end: this.#parsed } : undefined
    this.#opened = this.#told = 0
    this.#xml.write(text)
    return this.#xml.isBetweenParts
  }

  /** Notes a programme that is there as its text says. Where and when is only guessed from that: its hash tells whether it was right. */
  #isKnown(text: string): boolean {
    const { known, from, to } = this.#options
    if (known.hasNone) return false
    const channel = attributeIn(text, ' channel="')
    const start = parseXmltvTime(attributeIn(text, ' start="'))
    if (typeof start !== 'number' || start < from || start >= to || !known.has(channel, start)) return false
    if (!this.channels.of(channel) || !known.seeUnchanged(channel, start, hashOfText(text))) return false
    this.read++
    this.unchanged++
    this.#passedLines += linesIn(text)
    return true
  }

  /** Reads a programme that takes no parser. */
  #isSimple(text: string): boolean {
    this.#simpleText = text
    const isSimple = this.#simple.read(text)
    this.#simpleText = undefined
    if (isSimple) this.#passedLines += linesIn(text)
    return isSimple
  }

  /** Reports the same error once a line. */
  #error(code: XmlErrorCode, detail: string, line: number): void {
    this.#isDamaged ||= code === 'unclosed' || code === 'unopened'
    const error = `${code} ${line} ${code === 'read_as_text' ? '' : detail}`
    if (error === this.#lastError) return void this.#told++
    this.#lastError = error
    this.#problem(code, detail, line)
  }

  #problem(code: ImportProblem['code'], detail: string, line = this.#line): void {
    this.#told++
    this.#options.onProblem({ line, code, detail: storable(detail.slice(0, 200)) })
  }

  #open({ name, attributes }: Tag): void {
    const depth = this.#path.push(name)
    if (depth === 2) this.#opened++
    if (depth === 1) {
      this.isGuide ||= name === 'tv'
      this.isComplete = false
    } else if (depth === 2) this.#openPart(name, attributes)
    else if (depth === 3) {
      if (this.#programme) this.#openInProgramme(this.#programme, name, attributes)
      else if (this.#channel) this.#openInChannel(this.#channel, name, attributes)
    } else if (depth === 4 && name === 'value' && this.#path[2] === 'rating') this.#begin()
    else if (this.#readingAt && name === 'br') this.#text += '\n'
  }

  #openPart(name: string, attributes: Attributes): void {
    const at = (attribute: string) => attributeOf(attributes, attribute)
    if (name === 'channel') {
      const key = oneLine(at('id'), limits.name)
      this.#channel = key ? this.channels.of(key) : undefined
      if (!key) this.#problem('no_channel', '')
      else if (!this.#channel) this.#problem('too_many', key)
    } else if (name === 'programme') {
      this.read++
      const channel = oneLine(at('channel'), limits.name)
      this.#programme = new Programme({ line: this.#line, channel, start: at('start'), stop: at('stop'), clump: at('clumpidx') })
    }
  }

  #openInChannel(channel: GuideChannel, name: string, attributes: Attributes): void {
    if (name === 'display-name') this.#begin()
    else if (name === 'icon') channel.icon ??= addressOf(attributeOf(attributes, 'src'))
  }

  #openInProgramme(programme: Programme, name: string, attributes: Attributes): void {
    switch (name) {
      case 'title':
      case 'sub-title':
      case 'desc':
      case 'category':
        this.#language = languageOf(attributes)
        return this.#begin()
      case 'episode-num':
        this.#system = attributeOf(attributes, 'system')
        return this.#begin()
      case 'date':
        return this.#begin()
      case 'image':
        return showsPeople(attributes) ? undefined : this.#begin()
      case 'icon':
        programme.icon ??= addressOf(attributeOf(attributes, 'src'))
        return
      case 'new':
      case 'premiere':
        programme.isNew = true
        return
      case 'previously-shown':
        programme.isRepeat = true
    }
  }

  #begin(): void {
    this.#readingAt = this.#path.length
    this.#text = ''
  }

  #close(): void {
    const depth = this.#path.length
    const name = this.#path.pop()
    if (depth === 1) this.isComplete = name === 'tv'
    else if (depth === 2) {
      if (this.#programme) this.#finish(this.#programme)
      this.#programme = this.#channel = undefined
    } else if (depth === this.#readingAt) {
      this.#readingAt = 0
      const text = (this.#text.includes('\r') ? this.#text.replaceAll(/\r\n?/g, '\n') : this.#text).trim()
      if (!text) return
      if (this.#programme) takeText(this.#programme, name!, text, { language: this.#language, system: this.#system })
      else if (this.#channel && this.#channel.names.length < maxNames) {
        const shown = oneLine(text, limits.name)
        if (shown && !this.#channel.names.includes(shown)) this.#channel.names.push(shown)
      }
    }
  }

  #finish(programme: Programme): void {
    const { channel, line } = programme
    if (!channel) return this.#problem('no_channel', programme.start, line)
    const main = programme.texts.find(({ title }) => title)
    if (!main) return this.#problem('no_title', `${channel} ${programme.start}`, line)
    const title = main.title!
    if (!programme.start) return this.#problem('no_start', title, line)
    const times = timesOf(programme)
    if (typeof times === 'string') return this.#problem(times, title, line)
    const { start, stop } = times
    if ((stop ?? start + 1) <= this.#options.from || start >= this.#options.to) return void this.#outside++
    const of = this.channels.of(channel)
    if (!of) return this.#problem('too_many', channel, line)
    const content = contentOf(programme, main, stop)
    // Its text if that is all of it, and nothing in it was told of, which would not be told again.
    const isWhole = this.#given?.end === this.#xml.position && this.#opened === 1 && this.#told === 0
    const text = this.#simpleText ?? (isWhole ? this.#given!.text : undefined)
    const hash = text === undefined ? hashOf(JSON.stringify(content)) : hashOfText(text)
    const seen = this.#options.known.see(channel, start, hash)
    if (seen === 'too_many' || seen === 'doubled') return this.#problem(seen, title, line)
    if (seen === 'unchanged') return void this.unchanged++
    this.different++
    const id = programmeId(of.programmeIdStart, start)
    this.#options.onProgramme({ channel: of, start, id, hash, isKnown: seen === 'changed', content })
  }
}
