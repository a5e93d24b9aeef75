/** Rows of programmes as `COPY` takes them in its text format. */
import type { ReadProgramme } from './xmltv.ts'
import { hashOf } from './xmltv-programme.ts'

/** What the guide says of a programme: its hash is made of it. */
const contentColumns = [
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
/** In the order in which they are written. */
export const programmeColumns = ['starts_at', 'id', ...contentColumns] as const

const special = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const valueOf = (value: string | number | boolean | null): string =>
  value === null ? '\\N' : typeof value === 'string' ? value.replaceAll(special, (sign) => escapes[sign]!) : String(value)
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const arrayOf = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** One line: the channel's id in the guide, then {@link programmeColumns}. */
export function programmeRow({ channel, start, id, content }: ReadProgramme): string {
  const { stops, translations, categories } = content
  const values = [
    stops === null ? null : timeOf(stops),
    content.title,
    content.sub_title,
    content.description,
    content.language,
    translations && JSON.stringify(translations),
    arrayOf(categories),
    content.season,
    content.episode,
    content.episode_text,
    content.icon_url,
    content.rating,
    content.year,
    content.is_new,
    content.is_repeat,
  ]
  const row = values.map(valueOf).join('\t')
  return `${valueOf(channel.key)}\t${timeOf(start)}\t${id}\t${row}\t${hashOf(row)}\n`
}
