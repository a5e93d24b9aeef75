/** One programme of a guide: what its parts mean. */
import { hash as digest } from 'node:crypto'
import { cleanName } from '#kit/contract/names.ts'
import type { ImportProblem } from './problems.ts'
import { parseXmltvTime } from './xmltv-time.ts'

export const maxCategories = 20

export interface Texts {
  title?: string
  sub_title?: string
  description?: string
}
export interface Programme {
  line: number
  channel: string
  start: string
  stop: string
  clump: string
  texts: Map<string, Texts>
  categories: [language: string, name: string][]
  season: number | null
  episode: number | null
  episodeText: string | null
  icon: string | null
  rating: string | null
  year: number | null
  isNew: boolean
  isRepeat: boolean
}
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')
const cut = (text: string, max: number) => (text.length > max ? text.slice(0, max).toWellFormed() : text)
export const oneLine = (text: string, max: number) =>
  cut(
    cleanName(storable(cut(text, 4 * max)))
      .replaceAll(/\s+/g, ' ')
      .trim(),
    max,
  )
export const paragraphs = (text: string, max: number) => cut(storable(text).trim(), max)
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The id of a programme: always the same for a channel of a guide and a start. */
export function programmeId(sourceId: string, channel: string, start: number): string {
  const bytes = digest('sha256', `${sourceId}\n${channel}\n${start}`, 'buffer')
  let id = ''
  for (let at = 0; at < 11; at++) id += letters[bytes.readUInt16BE(2 * at) % 62]
  return id
}
/** 64 bits of a digest, as a bigint of the database. */
export const hashOf = (text: string): bigint => digest('sha256', text, 'buffer').readBigInt64BE(0)

export const number = (text: string | undefined, max: number): number | null => {
  const value = text === undefined || !/^\d{1,9}$/.test(text) ? NaN : Number(text)
  return value >= 0 && value <= max ? value : null
}

/** Categories in the language of the title, or in none; all of them where there is neither. */
export function categoriesOf({ categories }: Programme, language: string): string[] {
  const inLanguage = categories.filter(([own]) => own === language || !own)
  const names = (inLanguage.length ? inLanguage : categories).map(([, name]) => name)
  return [...new Set(names)].slice(0, maxCategories)
}

export function takeEpisode(programme: Programme, system: string, text: string): void {
  if (system === 'xmltv_ns') {
    // Counted from 0: season/of . episode/of . part/of, each of which may be missing.
    const [season, episode] = text.split('.').map((part) => number(part.split('/')[0]!.trim(), 100_000))
    if (season !== null && season !== undefined && season < 30_000) programme.season = season + 1
    if (episode !== null && episode !== undefined) programme.episode = episode + 1
  } else if (!system || system === 'onscreen') {
    programme.episodeText ??= oneLine(text, 100) || null
    const [, season, episode] = /^s(\d{1,4})\s*[.:]?\s*e(?:p\.?)?\s*(\d{1,5})$/i.exec(text) ?? /^(\d{1,3})x(\d{1,4})$/.exec(text) ?? []
    programme.season ??= number(season, 30_000)
    programme.episode ??= number(episode, 100_000)
  }
}

/** Of programmes that share their time (`clumpidx="1/2"`) each has a part of it. */
export function timesOf({ start: from, stop: to, clump }: Programme): { start: number; stop: number | null } | ImportProblem['code'] {
  const start = parseXmltvTime(from)
  if (start === 'vague') return 'vague_time'
  const stop = to ? parseXmltvTime(to) : null
  if (start === 'bad' || stop === 'bad') return 'bad_time'
  const end = stop === 'vague' ? null : stop
  if (end !== null && end <= start) return 'stop_before_start'
  const [, index, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(clump) ?? []
  const [nth, of] = [Number(index ?? 0), Number(count ?? 1)]
  if (of < 2 || nth >= of || end === null) return { start, stop: end }
  const part = Math.floor((end - start) / of)
  if (part < 1) return { start, stop: end }
  return { start: start + nth * part, stop: nth + 1 === of ? end : start + (nth + 1) * part }
}
