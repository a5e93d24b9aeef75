/** Reads guides: XMLTV, as it comes. Entities that a guide defines are never expanded, and its document type is not looked at. */
import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from 'saxes'
import { limits, matchName } from '../rules.ts'
import type { KnownProgrammes } from './known-programmes.ts'
import type { ImportProblem } from './problems.ts'
import {
  categoriesOf,
  hashOf,
  maxCategories,
  number,
  oneLine,
  paragraphs,
  type Programme,
  programmeId,
  storable,
  takeEpisode,
  timesOf,
} from './xmltv-programme.ts'

/** A channel of a guide, as it is written to the database. */
export interface GuideChannelRow {
  key: string
  name: string
  match_names: string[]
  icon_url: string | null
  hash: string
}

export interface GuideReaderOptions {
  /** What programmes' ids are made of, with their channel and start. */
  sourceId: string
  /** What is in it already is not given away. */
  known: KnownProgrammes
  /** Seconds since 1970 between which programmes are kept. */
  from: number
  to: number
  /** Rows of `programme_stage`, each as JSON. */
  onProgramme: (json: string) => void
  onProblem: (problem: ImportProblem) => void
}

const maxChannels = 50_000
const maxNames = 10
const maxLanguages = 10
/** Characters before `<tv>`. */
const maxPrologue = 1024 * 1024

interface GuideChannel {
  names: string[]
  icon: string | null
}

type Attributes = Record<string, SaxesAttributePlain | string>
const attributeOf = (attributes: Attributes, name: string): string => {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

const languageOf = (attributes: Attributes) => attributeOf(attributes, 'lang').toLowerCase().split(/[-_]/, 1)[0]!.slice(0, 35)

/** An http(s) address, as browsers take it. */
function addressOf(text: string): string | null {
  const address = text.trim()
  if (!/^https?:/i.test(address) || address.length > limits.address || !URL.canParse(address)) return null
  const { href } = new URL(address)
  return Buffer.byteLength(href) <= limits.address ? storable(href) : null
}

/** Reads pieces of text, whole or not, and gives what is in them away at once. */
export class GuideReader {
  readonly #options: GuideReaderOptions
  readonly #parser = new SaxesParser()
  readonly #channels = new Map<string, GuideChannel>()
  readonly #path: string[] = []
  #programme: Programme | undefined
  #channel: GuideChannel | undefined
  #language = ''
  #system = ''
  #text = ''
  #isReading = false
  #characters = 0
  #outside = 0
  isGuide = false
  /** The end of the guide was there. */
  isComplete = false
  read = 0
  /** Programmes that were given away; those that were known. */
  different = 0
  unchanged = 0

  constructor(options: GuideReaderOptions) {
    this.#options = options
    const parser = this.#parser
    parser.on('error', (error) => this.#problem('broken', error.message.replace(/^\d+:\d+:\s*/, '')))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', () => this.#close())
    const take = (text: string) => {
      if (this.#isReading && this.#text.length < 20_000) this.#text += text
    }
    parser.on('text', take)
    parser.on('cdata', take)
  }

  /** @returns false for what is no guide: there is no use in going on */
  write(text: string): boolean {
    this.#parser.write(text)
    this.#characters += text.length
    return this.isGuide || this.#characters < maxPrologue
  }

  end(): void {
    // What is open is no programme yet; that it is, is said by isComplete.
    if (this.isComplete) this.#parser.close()
    else this.#problem('cut_short', '')
    if (this.#outside) this.#options.onProblem({ line: 0, code: 'outside_days', detail: String(this.#outside) })
  }

  /** All that the guide names, also those of which it says nothing but what is on. */
  *channels(): Generator<GuideChannelRow> {
    for (const [key, { names, icon }] of this.#channels) {
      const content = { key, name: names[0] ?? key, match_names: [...new Set(names.map(matchName).filter(Boolean))], icon_url: icon }
      yield { ...content, hash: hashOf(JSON.stringify(content)).toString() }
    }
  }

  #problem(code: ImportProblem['code'], detail: string, line = this.#parser.line): void {
    this.#options.onProblem({ line, code, detail: storable(detail).slice(0, 200) })
  }

  #channelOf(key: string): GuideChannel | undefined {
    let channel = this.#channels.get(key)
    if (!channel && this.#channels.size < maxChannels) this.#channels.set(key, (channel = { names: [], icon: null }))
    return channel
  }

  #open({ name, attributes, isSelfClosing }: SaxesTagPlain): void {
    const depth = this.#path.push(name)
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
      this.#channel = key ? this.#channelOf(key) : undefined
      if (!key) this.#problem('no_channel', '')
      else if (!this.#channel) this.#problem('too_many', key)
    } else if (name === 'programme') {
      this.read++
      this.#programme = {
        line: this.#parser.line,
        channel: oneLine(at('channel'), limits.name),
        start: at('start'),
        stop: at('stop'),
        clump: at('clumpidx'),
        texts: new Map(),
        categories: [],
        season: null,
        episode: null,
        episodeText: null,
        icon: null,
        rating: null,
        year: null,
        isNew: false,
        isRepeat: false,
      }
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
    else if (name === 'value') programme.rating ??= oneLine(text, 100) || null
    else if (name === 'episode-num') takeEpisode(programme, this.#system, text)
    else {
      let texts = programme.texts.get(this.#language)
      if (!texts && programme.texts.size < maxLanguages) programme.texts.set(this.#language, (texts = {}))
      if (!texts) return
      if (name === 'title') texts.title ||= oneLine(text, 255)
      else if (name === 'sub-title') texts.sub_title ||= oneLine(text, 255)
      else if (name === 'desc') texts.description ||= paragraphs(text, 5000)
    }
  }

  #finish(programme: Programme): void {
    const { channel, line } = programme
    if (!channel) return this.#problem('no_channel', programme.start, line)
    const main = [...programme.texts].find(([, { title }]) => title)
    if (!main) return this.#problem('no_title', `${channel} ${programme.start}`, line)
    const [language, texts] = main
    const title = texts.title!
    if (!programme.start) return this.#problem('no_start', title, line)
    const times = timesOf(programme)
    if (typeof times === 'string') return this.#problem(times, title, line)
    const { start, stop } = times
    if ((stop ?? start + 1) <= this.#options.from || start >= this.#options.to) return void this.#outside++
    if (!this.#channelOf(channel)) return this.#problem('too_many', channel, line)
    const translations = [...programme.texts].filter(([other]) => other && other !== language)
    // Nothing but a word for "no language" is said of the first: what another language lacks is shown in it.
    const fallback = programme.texts.get('')
    const content = JSON.stringify({
      stops: stop,
      title,
      sub_title: texts.sub_title ?? fallback?.sub_title ?? null,
      description: texts.description ?? fallback?.description ?? null,
      language: language || null,
      translations: translations.length ? Object.fromEntries(translations) : null,
      categories: categoriesOf(programme, language),
      season: programme.season,
      episode: programme.episode,
      episode_text: programme.episodeText,
      icon_url: programme.icon,
      rating: programme.rating,
      year: programme.year,
      is_new: programme.isNew,
      is_repeat: programme.isRepeat,
    })
    const hash = hashOf(content)
    const seen = this.#options.known.see(channel, start, hash)
    if (seen === 'too_many' || seen === 'doubled') return this.#problem(seen, title, line)
    if (seen === 'unchanged') return void this.unchanged++
    this.different++
    const id = programmeId(this.#options.sourceId, channel, start)
    this.#options.onProgramme(
      `${content.slice(0, -1)},"channel":${JSON.stringify(channel)},"starts":${start},"id":"${id}","hash":"${hash}"}`,
    )
  }
}
