/** Interprets the elements of a programme. */
import { hash as digest } from 'node:crypto'
import { cutText } from '#kit/contract/cut-text.ts'
import { cleanName } from '#kit/contract/names.ts'
import { limits } from '../rules.ts'
import type { ImportProblem } from './problems.ts'
import { parseXmltvTime } from './xmltv-time.ts'

/** Maximum seconds of a programme. The end of a longer one, for example in the year 9999, counts as unknown. */
export const maxProgrammeSeconds = 7 * 86_400
const maxCategories = 20
const maxLanguages = 10

export interface ProgrammeTexts {
  language: string
  title?: string
  sub_title?: string
  description?: string
}
/** A programme, initially only with the attributes of its element. */
export class Programme {
  readonly line: number
  readonly channel: string
  readonly start: string
  readonly stop: string
  readonly clumpIndex: string
  /** One entry per language. */
  readonly texts: ProgrammeTexts[] = []
  readonly categories: [language: string, name: string][] = []
  season: number | null = null
  episode: number | null = null
  episodeText: string | null = null
  icon: string | null = null
  rating: string | null = null
  year: number | null = null
  isNew = false
  isRepeat = false

  constructor({ line, channel, start, stop, clumpIndex }: Pick<Programme, 'line' | 'channel' | 'start' | 'stop' | 'clumpIndex'>) {
    this.line = line
    this.channel = channel
    this.start = start
    this.stop = stop
    this.clumpIndex = clumpIndex
  }

  textsIn(language: string): ProgrammeTexts | undefined {
    for (const texts of this.texts) if (texts.language === language) return texts
    if (this.texts.length >= maxLanguages) return undefined
    const texts = { language }
    this.texts.push(texts)
    return texts
  }
}

export function removeUnstorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed
}
const truncateText = (text: string, max: number) => (text.length > max ? cutText(text, max) : text)
/** Latin letters, digits and punctuation with single spaces between words. Most names are like this and need no cleaning. */
const plainTextPattern = /^[!-~\u00C0-\u024F]+(?: [!-~\u00C0-\u024F]+)*$/
export const cutToOneLine = (text: string, max: number) =>
  text.length <= max && plainTextPattern.test(text)
    ? text
    : truncateText(
        cleanName(removeUnstorable(truncateText(text, 4 * max)))
          .replaceAll(/\s+/g, ' ')
          .trim(),
        max,
      )
const cleanParagraphs = (text: string, max: number) => truncateText(removeUnstorable(text).trim(), max)
/** Returns a string, because separate buffers burden the garbage collector. */
const digestOf = (text: string): string => digest('sha256', text, 'binary')
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const channelLetters = 7
/** Four characters of an id distinguish this many seconds: 171 days. A guide has 28 days. */
const distinctStartSeconds = 62 ** 4
/** Returns the beginning of the ids of a channel's programmes. */
export function programmeIdStart(sourceId: string, channel: string): string {
  const bytes = digestOf(`${sourceId}\n${channel}`)
  let id = ''
  for (let offset = 0; offset < 2 * channelLetters; offset += 2)
    id += letters[(bytes.charCodeAt(offset) * 256 + bytes.charCodeAt(offset + 1)) % 62]
  return id
}
/**
 * Returns the id of a programme, which depends only on the guide's channel and the start. Ids of a channel are adjacent in the index,
 * ordered by start. Random ids would cost the database more than all other writes of a programme.
 */
export function programmeId(idStart: string, start: number): string {
  const offset = start % distinctStartSeconds
  const letter = (placeValue: number) => letters[Math.floor(offset / placeValue) % 62]!
  return idStart + letter(62 ** 3) + letter(62 ** 2) + letter(62) + letter(1)
}
const eightBytes = new DataView(new ArrayBuffer(8))
/** Returns 64 bits of a digest, as a bigint for the database. */
export function hash64(text: string): bigint {
  const bytes = digestOf(text)
  for (let index = 0; index < 8; index++) eightBytes.setUint8(index, bytes.charCodeAt(index))
  return eightBytes.getBigInt64(0)
}

const parseInteger = (text: string | undefined, max: number): number | null => {
  const value = text === undefined || !/^\d{1,9}$/.test(text) ? NaN : Number(text)
  return value >= 0 && value <= max ? value : null
}

/** Returns the categories in the title's language or without a language; without such categories, all of them. */
function categoriesOf({ categories }: Programme, language: string): string[] {
  if (categories.length < 2) return categories.map(([, name]) => name)
  const inLanguage = categories.filter(([entryLanguage]) => entryLanguage === language || !entryLanguage)
  const names = (inLanguage.length ? inLanguage : categories).map(([, name]) => name)
  return [...new Set(names)].slice(0, maxCategories)
}

/** Parses season and episode of `xmltv_ns`, counted from 0: season/of . episode/of . part/of, each optional. */
const numbersOf = (text: string) => text.split('.', 2).map((part) => parseInteger(part.split('/', 1)[0]!.trim(), 100_000))

const seasonWord = '(?:season|series|staffel|saison|seizoen|temporada|stagione|s|t)'
const episodeWord = '(?:[eé]pisode|ep|episodio|folge|aflevering|afl|e)'
const totalPattern = String.raw`(?:\s*(?:\/|of|von|van|de)\s*\d{1,5})?`
/** Season and episode in free text: `S2 E5`, `Season 2, Episode 5 of 10`, `2x05`, or only one of them. */
const writtenNumbers = [
  new RegExp(String.raw`^${seasonWord}\.?\s*(\d{1,4})\s*[.,:;/-]?\s*${episodeWord}\.?\s*(\d{1,5})${totalPattern}$`, 'i'),
  /^(\d{1,3})\s*x\s*(\d{1,4})$/i,
  new RegExp(String.raw`^${seasonWord}\.?\s*(\d{1,4})$`, 'i'),
  new RegExp(String.raw`^()${episodeWord}\.?\s*(\d{1,5})${totalPattern}$`, 'i'),
]

function addEpisode(programme: Programme, system: string, text: string): void {
  const systemName = system.trim().toLowerCase()
  if (systemName === 'xmltv_ns') {
    const [season, episode] = numbersOf(text)
    if (season !== null && season !== undefined && season < 30_000) programme.season = season + 1
    if (episode !== null && episode !== undefined) programme.episode = episode + 1
    return
  }
  if (!systemName || systemName === 'onscreen') programme.episodeText ??= cutToOneLine(text, 100) || null
  if (systemName === 'season') programme.season ??= parseInteger(text, 30_000)
  else if (systemName === 'episode') programme.episode ??= parseInteger(text, 100_000)
  else if (text.length <= 100) {
    const [, season, episode] = writtenNumbers.map((written) => written.exec(text)).find(Boolean) ?? []
    programme.season ??= parseInteger(season, 30_000)
    programme.episode ??= parseInteger(episode, 100_000)
  }
}

/** Returns the times of a programme. Programmes that share a time span (`clumpidx="1/2"`) each get an equal part of it. */
export function resolveTimes({
  start: from,
  stop: to,
  clumpIndex,
}: Programme): { start: number; stop: number | null } | ImportProblem['code'] {
  const start = parseXmltvTime(from)
  if (start === 'vague') return 'vague_time'
  const stop = to ? parseXmltvTime(to) : null
  if (start === 'bad' || stop === 'bad') return 'bad_time'
  // An end that is too far away, or equals the start, is unknown.
  const end = stop === 'vague' || stop === start || (stop !== null && stop > start + maxProgrammeSeconds) ? null : stop
  if (end !== null && end < start) return 'stop_before_start'
  if (!clumpIndex) return { start, stop: end }
  const [, index, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(clumpIndex) ?? []
  const [partIndex, partCount] = [Number(index ?? 0), Number(count ?? 1)]
  if (partCount < 2 || partIndex >= partCount || end === null) return { start, stop: end }
  const part = Math.floor((end - start) / partCount)
  if (part < 1) return { start, stop: end }
  return { start: start + partIndex * part, stop: partIndex + 1 === partCount ? end : start + (partIndex + 1) * part }
}

/** The stored content of a programme, without its channel and start. */
export type ProgrammeContent = ReturnType<typeof toProgrammeContent>

/** @param texts the programme's texts in the first language that has a title */
export function toProgrammeContent(programme: Programme, texts: ProgrammeTexts, stop: number | null) {
  const { language } = texts
  const others = programme.texts.length > 1 ? programme.texts : []
  const translations = others.filter((other) => other.language && other.language !== language)
  // Texts without a language replace texts that are missing in the main language.
  const fallback = others.find((other) => !other.language)
  return {
    stops: stop,
    title: texts.title!,
    sub_title: texts.sub_title ?? fallback?.sub_title ?? null,
    description: texts.description ?? fallback?.description ?? null,
    language: language || null,
    translations: translations.length ? Object.fromEntries(translations.map(({ language: other, ...texts }) => [other, texts])) : null,
    categories: categoriesOf(programme, language),
    season: programme.season,
    episode: programme.episode,
    episode_text: programme.episodeText,
    icon_url: programme.icon,
    rating: programme.rating,
    year: programme.year,
    is_new: programme.isNew,
    is_repeat: programme.isRepeat,
  }
}

export type Attributes = Readonly<Record<string, string>>
export const readAttribute = (attributes: Attributes, name: string): string => (Object.hasOwn(attributes, name) ? attributes[name]! : '')

export function readLanguage(attributes: Attributes): string {
  const languageTag = readAttribute(attributes, 'lang')
  return /^[a-z]{0,3}$/.test(languageTag) ? languageTag : removeUnstorable(languageTag.toLowerCase().split(/[-_]/, 1)[0]!.slice(0, 35))
}

/** Whether an `<image>` shows a person or character, instead of the programme. */
export const isPortrait = (attributes: Attributes) => /^(?:person|character)$/.test(readAttribute(attributes, 'type'))

/**
 * A URL that parsing wouldn't change. Its host name is in lower case with a top-level domain, and its path has no special characters or dot
 * segments.
 */
const plainAddressPattern = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:\/[\w~-][\w.~-]*)+\/?(?:\?[\w.~=&-]*)?$/

/** Parses an http(s) URL like browsers do; null if invalid. */
export function parseAddress(text: string): string | null {
  if (text.length <= 1000 && plainAddressPattern.test(text)) return text
  const address = text.trim()
  if (!/^https?:/i.test(address) || address.length > limits.address) return null
  try {
    const { href } = new URL(address)
    return Buffer.byteLength(href) <= limits.address ? removeUnstorable(href) : null
  } catch {
    return null
  }
}

/** Stores the text of an element. @param attributes of the element: `language` of a text, `system` of an episode number */
export function addText(
  programme: Programme,
  name: string,
  text: string,
  { language, system }: { language: string; system: string },
): void {
  if (name === 'category') {
    const category = cutToOneLine(text, 100)
    if (category && programme.categories.length < 4 * maxCategories) programme.categories.push([language, category])
  } else if (name === 'date') programme.year ??= parseInteger(/^[1-9]\d{3}/.exec(text)?.[0], 9999)
  else if (name === 'image') programme.icon ??= parseAddress(text)
  else if (name === 'value') programme.rating ??= cutToOneLine(text, 100) || null
  else if (name === 'episode-num') addEpisode(programme, system, text)
  else {
    const texts = programme.textsIn(language)
    if (!texts) return
    if (name === 'title') texts.title ||= cutToOneLine(text, 255)
    else if (name === 'sub-title') texts.sub_title ||= cutToOneLine(text, 255)
    else if (name === 'desc') texts.description ||= cleanParagraphs(text, 5000)
  }
}
