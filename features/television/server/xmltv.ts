/** Reads guides: XMLTV, as it comes. Entities that a guide defines are never expanded, and its document type is not looked at. */
import type { SaxesTagPlain } from 'saxes'
import { limits } from '../rules.ts'
import { type GuideChannel, GuideChannels } from './guide-channels.ts'
import type { KnownProgrammes } from './known-programmes.ts'
import { LimitedParser } from './limited-parser.ts'
import type { ImportProblem } from './problems.ts'
import { linesIn, ProgrammeTexts } from './programme-texts.ts'
import { SimpleXml, type Tag } from './simple-xml.ts'
import { addressOf, attributeIn, attributeOf, type Attributes, languageOf, showsPeople } from './xmltv-attributes.ts'
import {
  contentOf,
  hashOf,
  maxCategories,
  number,
  oneLine,
  paragraphs,
  Programme,
  type ProgrammeContent,
  programmeId,
  storable,
  takeEpisode,
  timesOf,
} from './xmltv-programme.ts'
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
const readerVersion = '3'
const hashOfText = (text: string) => hashOf(readerVersion + text)

/** Reads pieces of text, whole or not, and gives what is in them away at once. */
export class GuideReader {
  readonly #options: GuideReaderOptions
  readonly #parser = new LimitedParser()
  readonly #simple: SimpleXml
  readonly #path: string[] = []
  #programme: Programme | undefined
  #channel: GuideChannel | undefined
  #language = ''
  #system = ''
  #text = ''
  #isReading = false
  readonly #texts: ProgrammeTexts
  /** Lines that the parser was not given. */
  #passedLines = 0
  /** What is being parsed, if it is the text of one programme: its hash, and where that text ends. */
  #given: { text: string; end: number } | undefined
  /** What is read without the parser just now: the text of one programme. */
  #simpleText: string | undefined
  /** Where the last part of the guide was closed; parts that were opened, and problems, since the text of a programme was given. */
  #closedAt = -1
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
  read = 0
  /** Programmes that were given away; those that were known. */
  different = 0
  unchanged = 0

  constructor(options: GuideReaderOptions) {
    this.#options = options
    this.channels = new GuideChannels(options.sourceId, options.known)
    const parser = this.#parser
    this.#texts = new ProgrammeTexts({
      onProgramme: (text) => this.#isKnown(text) || this.#isSimple(text) || this.#parse(text, true),
      onOther: (text) => this.#parse(text, false),
      onLines: (count) => void (this.#passedLines += count),
    })
    parser.on('error', (error) => this.#problem('broken', error.message.replace(/^\d+:\d+:\s*/, '')))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', () => this.#close())
    const take = (text: string) => {
      if (this.#isReading && this.#text.length < 20_000) this.#text += text
    }
    parser.on('text', take)
    this.#simple = new SimpleXml({ onOpen: (tag) => this.#open(tag), onText: take, onClose: () => this.#close() })
    parser.on('cdata', take)
  }

  /** @returns false for what is no guide: there is no use in going on */
  write(text: string): boolean {
    this.#texts.write(text)
    this.#characters += text.length
    return this.isGuide || this.#characters < maxPrologue
  }

  end(): void {
    this.#texts.end()
    // What is open is no programme yet; that it is, is said by isComplete.
    if (this.isComplete) this.#parser.close()
    else this.#problem('cut_short', '')
    if (this.#outside) this.#options.onProblem({ line: 0, code: 'outside_days', detail: String(this.#outside) })
  }

  get #line(): number {
    return this.#parser.line + this.#passedLines
  }

  /** @returns whether it ended with the end of a part of the guide */
  #parse(text: string, isProgramme: boolean): boolean {
    this.#parsed += text.length
    this.#given = isProgramme ? { text, end: this.#parsed } : undefined
    this.#opened = this.#told = 0
    this.#parser.write(text)
    return this.#path.length === 1 && this.#closedAt === this.#parsed
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

  #problem(code: ImportProblem['code'], detail: string, line = this.#line): void {
    this.#told++
    this.#options.onProblem({ line, code, detail: storable(detail).slice(0, 200) })
  }

  #open({ name, attributes, isSelfClosing }: SaxesTagPlain | Tag): void {
    const depth = this.#path.push(name)
    if (depth === 2) this.#opened++
    if (depth === 1) this.isGuide ||= name === 'tv'
    else if (depth === 2) this.#openPart(name, attributes)
    else if (depth === 3) {
      if (this.#programme) this.#openInProgramme(this.#programme, name, attributes)
      else if (this.#channel) this.#openInChannel(this.#channel, name, attributes)
    } else if (depth === 4 && name === 'value' && this.#path[2] === 'rating') this.#begin()
    if (isSelfClosing) this.#text = ''
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
    this.#isReading = true
    this.#text = ''
  }

  #close(): void {
    const depth = this.#path.length
    const name = this.#path.pop()
    if (depth === 1) this.isComplete = name === 'tv'
    else if (depth === 2) {
      if (this.#programme) this.#finish(this.#programme)
      this.#programme = this.#channel = undefined
      if (this.#simpleText === undefined) this.#closedAt = this.#parser.position
    } else if (this.#isReading && (depth === 3 || depth === 4)) {
      this.#isReading = false
      const text = this.#text.trim()
      if (!text) return
      if (this.#programme) this.#takeOfProgramme(this.#programme, name!, text)
      else if (this.#channel && this.#channel.names.length < maxNames) {
        const shown = oneLine(text, limits.name)
        if (shown && !this.#channel.names.includes(shown)) this.#channel.names.push(shown)
      }
    }
  }

  #takeOfProgramme(programme: Programme, name: string, text: string): void {
    if (name === 'category') {
      const category = oneLine(text, 100)
      if (category && programme.categories.length < 4 * maxCategories) programme.categories.push([this.#language, category])
    } else if (name === 'date') programme.year ??= number(/^[1-9]\d{3}/.exec(text)?.[0], 9999)
    else if (name === 'image') programme.icon ??= addressOf(text)
    else if (name === 'value') programme.rating ??= oneLine(text, 100) || null
    else if (name === 'episode-num') takeEpisode(programme, this.#system, text)
    else {
      const texts = programme.textsIn(this.#language)
      if (!texts) return
      if (name === 'title') texts.title ||= oneLine(text, 255)
      else if (name === 'sub-title') texts.sub_title ||= oneLine(text, 255)
      else if (name === 'desc') texts.description ||= paragraphs(text, 5000)
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
    const isWhole = this.#given?.end === this.#parser.position && this.#opened === 1 && this.#told === 0
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
