/** Formats lines of the staging table in `COPY`'s text format. */
import { crc32 } from 'node:zlib'
import type { ReadProgramme } from './xmltv.ts'
import type { ProgrammeContent } from './xmltv-programme.ts'

/** Columns in the order of the lines, after the channel's id in the guide. */
export const programmeColumns = [
  'starts_at',
  'id',
  'guide_stops_at',
  'title',
  'sub_title',
  'description',
  'language',
  'translations',
  'categories',
  'season',
  'episode',
  'episode_text',
  'icon_url',
  'rating',
  'year',
  'is_new',
  'is_repeat',
  'hash',
] as const

const nullValue = String.raw`\N`
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
// Tests before replacing, which is faster, because few texts contain these characters.
const escapeText = (text: string) => (/[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign]!) : text)
const textOf = (text: string | null) => (text === null ? nullValue : escapeText(text))
const quoteArrayText = (text: string) => `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`
const arrayOf = (texts: readonly string[]) => `{${texts.map(quoteArrayText).join(',')}}`

/** Cached, because many channels have programmes at the same times. */
const times = new Map<number, string>()
const maxTimes = 20_000
function timeOf(seconds: number): string {
  let time = times.get(seconds)
  if (time !== undefined) return time
  if (times.size >= maxTimes) times.clear()
  times.set(seconds, (time = new Date(seconds * 1000).toISOString()))
  return time
}

function contentOf(content: ProgrammeContent): string {
  const { stops, translations, season, episode, year } = content
  return [
    stops === null ? nullValue : timeOf(stops),
    escapeText(content.title),
    textOf(content.sub_title),
    textOf(content.description),
    textOf(content.language),
    textOf(translations && JSON.stringify(translations)),
    escapeText(arrayOf(content.categories)),
    season ?? nullValue,
    episode ?? nullValue,
    textOf(content.episode_text),
    textOf(content.icon_url),
    textOf(content.rating),
    year ?? nullValue,
    content.is_new,
    content.is_repeat,
  ].join('\t')
}

/** @returns an empty text if the stored programme is the same. The hash is a signed 32-bit integer, which V8 stores without an object */
export function programmeLine({ channel, start, id, content, stored }: ReadProgramme): string {
  const text = contentOf(content)
  const hash = crc32(text) | 0
  return hash === stored ? '' : `${escapeText(channel.key)}\t${timeOf(start)}\t${id}\t${text}\t${hash}\n`
}

const emptyColumns = `\t${nullValue}`.repeat(programmeColumns.length - 1)
/** Formats the deletion of a stored programme: a line without an id. */
export const deletedProgrammeLine = ({ key, start }: { key: string; start: number }) =>
  `${escapeText(key)}\t${timeOf(start)}${emptyColumns}\n`
