/** Builds a channel's guide from database rows. The current time decides how a programme can be watched. */
import type { Language } from '#kit/contract/texts.ts'
import { type JsonText, withFields } from '#kit/server/db/json-text.ts'
import { localTime, zonedTime } from '#kit/server/time-zone.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { type CatchupSource, findWatchOptions, watchState } from '../catchup.ts'
import type { EpgItem } from '../shapes.ts'
import { eveningHours } from '../viewing-rules.ts'
import type { ProgrammeRow, SourceRow, Span } from './queries/guide.ts'

/** The language, the time zone and the current time for which the guide is formatted. */
export interface GuideContext {
  language: Language
  timeZone: string
  /** Unix seconds. */
  now: number
}
export const nowSeconds = () => Math.floor(Date.now() / 1000)

const maxCachedFormats = 64
const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Returns a formatter for Swedish, whose date format is ISO 8601. Cached, because creating a formatter takes 100 times as long as using it.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    if (formats.size >= maxCachedFormats) formats.clear()
    formats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })))
  }
  return format
}

/** Formats a programme of a channel for responses; without stream URLs if `source` is null. */
export function epgItemText(
  { start, stop, json }: ProgrammeRow,
  channel: { id: string; source: (CatchupSource & Pick<SourceRow, 'catchup_days'>) | null },
  { language, timeZone, now }: GuideContext,
): JsonText<EpgItem> {
  const { id } = JSON.parse(json.slice(0, json.indexOf(',')) + '}') as { id: string }
  const addedFields = {
    fullStartTimeString: formatOf(timeZone).format(start * 1000),
    ...(channel.source
      ? findWatchOptions(channel.source, { start, stop }, channel.source.catchup_days, now)
      : { watch: watchState({ start, stop }, 0, now), url: null, start_over_url: null }),
    epg_url: `/${language}${tvPath(channel.id, id)}`,
  }
  return withFields<EpgItem>(json, addedFields)
}

/** Groups programmes by title: first current and past titles, the most recent first; then future titles by start. */
export function groupIntoSeries(
  rows: readonly ProgrammeRow[],
  channel: Parameters<typeof epgItemText>[1],
  context: GuideContext,
): JsonText<{ series: { name: string; epg: EpgItem[] }[] }> {
  const series = new Map<string, { items: string[]; last: number; first: number }>()
  for (const row of rows) {
    const seriesRows = series.get(row.title) ?? { items: [], last: -Infinity, first: row.start }
    seriesRows.items.push(epgItemText(row, channel, context))
    if (row.start <= context.now) seriesRows.last = row.start
    series.set(row.title, seriesRows)
  }
  const ordered = [...series].toSorted(([, a], [, b]) => b.last - a.last || a.first - b.first)
  const texts = ordered.map(([name, { items }]) => `{"name":${JSON.stringify(name)},"epg":[${items.join(',')}]}`)
  return `{"series":[${texts.join(',')}]}` as JsonText<{ series: { name: string; epg: EpgItem[] }[] }>
}

/** Returns the evening of a day in a time zone. */
export function findEvening(moment: Date, timeZone: string): Span {
  const { date } = localTime(moment, timeZone)
  const timeAt = (hours: number) => zonedTime(date, hours, timeZone).toISOString()
  return { from: timeAt(eveningHours.from), to: timeAt(eveningHours.to) }
}
