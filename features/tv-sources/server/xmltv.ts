/** Reads XMLTV guides as a stream. Never expands entities defined by a guide, nor reads its document type. */
import { limits } from '../rules.ts'
import { copySubstring } from './copy-substring.ts'
import { type GuideChannel, GuideChannels, type StoredProgrammes } from './guide-channels.ts'
import { GuideXml, type XmlErrorCode } from './guide-xml.ts'
import type { ImportProblem } from './problems.ts'
import {
  parseAddress,
  readAttribute,
  type Attributes,
  readLanguage,
  isPortrait,
  toProgrammeContent,
  cutToOneLine,
  Programme,
  type ProgrammeContent,
  programmeId,
  removeUnstorable,
  resolveTimes,
  addText,
} from './xmltv-programme.ts'

export interface GuideReaderOptions {
  /** Part of the programmes' ids. */
  sourceId: string
  storedProgrammes: StoredProgrammes
  /** Keeps programmes between these times; seconds since 1970. */
  from: number
  to: number
  onProgramme: (programme: ReadProgramme) => void
  onProblem: (problem: ImportProblem) => void
}

const maxNames = 10
/** Once an element's text has this many characters, further parts of the text are dropped. */
const maxTextLength = 20_000
/** Maximum characters before `<tv>`. */
const maxPrologueLength = 1024 * 1024
const maxProgrammes = 2_000_000
/** Maximum errors that are remembered, to report each error once per line. */
const maxErrors = 10_000

export interface ReadProgramme {
  channel: GuideChannel
  /** Seconds since 1970. */
  start: number
  id: string
  content: ProgrammeContent
  /** The hash of the stored programme with this start. */
  stored: number | undefined
}

/** Reads the text of a guide in pieces of any length. */
export class GuideReader {
  readonly #options: GuideReaderOptions
  readonly #xml: GuideXml
  readonly #path: string[] = []
  #programme: Programme | undefined
  #channel: GuideChannel | undefined
  #language = ''
  #system = ''
  #text = ''
  /** Depth of the element whose text is read; 0: none. */
  #readingAt = 0
  #characters = 0
  #outside = 0
  /** All channels of the guide, including those that only its programmes name. */
  readonly channels: GuideChannels
  isGuide = false
  /** Whether the end tag of the guide was read. */
  isComplete = false
  /** Whether a programme may have been missed. */
  #isDamaged = false
  readonly #errors = new Set<string>()
  /** Number of programmes read, and number of programmes that are kept. */
  read = 0
  kept = 0

  constructor(options: GuideReaderOptions) {
    this.#options = options
    this.channels = new GuideChannels(options.sourceId, options.storedProgrammes)
    this.#xml = new GuideXml({
      onOpen: ({ name, attributes }, line) => this.#open(name, attributes, line),
      onText: (text) => {
        if (this.#readingAt && this.#text.length < maxTextLength) this.#text += text
      },
      onClose: () => this.#close(),
      onError: (code, detail, line) => this.#error(code, detail, line),
    })
  }

  /** @returns false if this is not a guide, so that reading on is useless */
  write(text: string): boolean {
    this.#xml.write(text)
    this.#characters += text.length
    return this.isGuide || this.#characters < maxPrologueLength
  }

  end(): void {
    this.#xml.end()
    if (!this.isComplete) this.#problem('cut_short', '')
    else if (this.#isDamaged) this.#problem('not_deleted', '', 0)
    if (this.#outside) this.#options.onProblem({ line: 0, code: 'outside_days', detail: String(this.#outside) })
  }

  /** Whether the whole guide was read, so that programmes missing in it are gone. */
  get isWhole(): boolean {
    return this.isComplete && !this.#isDamaged
  }

  /** Reports the same error once per line. */
  #error(code: XmlErrorCode, detail: string, line: number): void {
    this.#isDamaged ||= code === 'unclosed' || code === 'unopened' || code === 'broken'
    const error = `${code} ${line} ${code === 'read_as_text' ? '' : detail}`
    if (this.#errors.has(error)) return
    if (this.#errors.size >= maxErrors) this.#errors.clear()
    this.#errors.add(error)
    this.#problem(code, detail, line)
  }

  #problem(code: ImportProblem['code'], detail: string, line = this.#xml.line): void {
    this.#options.onProblem({ line, code, detail: removeUnstorable(detail.slice(0, 200)) })
  }

  #open(name: string, attributes: Attributes, line: number): void {
    const depth = this.#path.push(name)
    if (depth === 1) {
      this.isGuide ||= name === 'tv'
      this.isComplete = false
    } else if (depth === 2) this.#openPart(name, attributes, line)
    else if (depth === 3) {
      if (this.#programme) this.#openInProgramme(this.#programme, name, attributes)
      else if (this.#channel) this.#openInChannel(this.#channel, name, attributes)
    } else if (depth === 4 && name === 'value' && this.#path[2] === 'rating') this.#begin()
    else if (this.#readingAt && name === 'br') this.#text += '\n'
  }

  #openPart(name: string, attributes: Attributes, line: number): void {
    const attributeOf = (attribute: string) => readAttribute(attributes, attribute)
    if (name === 'channel') {
      const key = cutToOneLine(attributeOf('id'), limits.name)
      this.#channel = key ? this.channels.find(key) : undefined
      if (!key) this.#problem('no_channel', '', line)
      else if (!this.#channel) this.#problem('too_many', key, line)
    } else if (name === 'programme') {
      this.read++
      const channel = cutToOneLine(attributeOf('channel'), limits.name)
      this.#programme = new Programme({
        line,
        channel,
        start: attributeOf('start'),
        stop: attributeOf('stop'),
        clumpIndex: attributeOf('clumpidx'),
      })
    }
  }

  #openInChannel(channel: GuideChannel, name: string, attributes: Attributes): void {
    if (name === 'display-name') this.#begin()
    else if (name === 'icon') channel.icon ??= parseAddress(readAttribute(attributes, 'src'))
  }

  #openInProgramme(programme: Programme, name: string, attributes: Attributes): void {
    switch (name) {
      case 'title':
      case 'sub-title':
      case 'desc':
      case 'category':
        this.#language = readLanguage(attributes)
        return this.#begin()
      case 'episode-num':
        this.#system = readAttribute(attributes, 'system')
        return this.#begin()
      case 'date':
        return this.#begin()
      case 'image':
        return isPortrait(attributes) ? undefined : this.#begin()
      case 'icon':
        programme.icon ??= parseAddress(readAttribute(attributes, 'src'))
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
      if (this.#programme) addText(this.#programme, name!, text, { language: this.#language, system: this.#system })
      else if (this.#channel && this.#channel.names.length < maxNames) {
        const channelName = cutToOneLine(text, limits.name)
        if (channelName && !this.#channel.names.includes(channelName)) this.#channel.names.push(copySubstring(channelName))
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
    const times = resolveTimes(programme)
    if (typeof times === 'string') return this.#problem(times, title, line)
    const { start, stop } = times
    if ((stop ?? start + 1) <= this.#options.from || start >= this.#options.to) return void this.#outside++
    const guideChannel = this.channels.find(channel)
    if (!guideChannel) return this.#problem('too_many', channel, line)
    const stored = guideChannel.programmes.get(start)
    if (stored === 'read') return this.#problem('doubled', title, line)
    if (this.kept >= maxProgrammes) return this.#problem('too_many', title, line)
    guideChannel.programmes.set(start, 'read')
    guideChannel.first = Math.min(guideChannel.first, start)
    this.kept++
    const content = toProgrammeContent(programme, main, stop)
    this.#options.onProgramme({ channel: guideChannel, start, id: programmeId(guideChannel.programmeIdStart, start), content, stored })
  }
}
