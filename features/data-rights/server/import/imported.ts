/** What a file comes to: channels of series of videos, within the limits that hold for what people make by hand. */
import { cleanName } from '#kit/contract/names.ts'
import { limits } from '#features/curation/limits.ts'
import { parseLink } from '#features/media/addresses.ts'
import { cleanText } from '#features/media/server/text.ts'
import { addressTitle } from '#features/media/link-title.ts'
import { type ImportKind, importedVideos, shownSkipped } from '../../rules.ts'

export interface ImportedVideo {
  src: string
  title: string
  description: string
  /** Seconds; null when unknown. */
  duration: number | null
}
export interface ImportedSeries {
  name: string
  videos: ImportedVideo[]
}
export interface ImportedChannel {
  name: string
  description: string
  series: ImportedSeries[]
}
export interface Imported {
  kind: ImportKind
  channels: ImportedChannel[]
  skipped: { line: number; text: string }[]
  skippedCount: number
}

/** What is called somehow where the file does not say it, in the reader's language. */
export interface GivenNames {
  channel: string
  series: string
}

export interface FoundVideo {
  channel?: string | undefined
  channelDescription?: string | undefined
  series?: string | undefined
  src: string
  title?: string | undefined
  description?: string | undefined
  duration?: number | undefined
  line: number
}

const maxSrc = 2048
const maxShownText = 200
/** Control characters and halves of signs: no address has them. */
const unfit = /[\p{Cc}\p{Cs}]/u

const cut = (text: string, max: number): string => {
  const clean = cleanName(text.toWellFormed()).trim()
  return clean.length <= max
    ? clean
    : `${clean
        .slice(0, max - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}

/** A text of lines, without signs that the database has no place for. */
const textOf = (given: string, max: number): string =>
  given
    .slice(0, 2 * max)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')

/** Takes what readers of files find, in its order. Of the same names there is one channel and one series in it. */
export function createCollector(names: GivenNames) {
  const channels = new Map<string, { description: string; series: Map<string, ImportedVideo[]> }>()
  const skipped: Imported['skipped'] = []
  let skippedCount = 0
  let videos = 0

  const skip = (line: number, text: string) => {
    skippedCount++
    if (skipped.length < shownSkipped) skipped.push({ line, text: cut(text, maxShownText) })
  }
  return {
    skip,
    add: ({ channel, channelDescription, series, src, title, description, duration, line }: FoundVideo) => {
      const url = src.length <= maxSrc && /^\s*https?:\/\//i.test(src) && !unfit.test(src.trim()) ? parseLink(src.trim()) : undefined
      if (!url || videos >= importedVideos) return skip(line, src)
      videos++
      const name = cut(channel ?? '', limits.name) || names.channel
      if (!channels.has(name)) channels.set(name, { description: textOf(channelDescription ?? '', limits.text), series: new Map() })
      const within = channels.get(name)!.series
      const seriesName = cut(series ?? '', limits.title) || names.series
      if (!within.has(seriesName)) within.set(seriesName, [])
      within.get(seriesName)!.push({
        src: url.href.length <= maxSrc ? url.href : src.trim(),
        title: cut(title ?? '', limits.title) || cleanText(addressTitle(url), limits.title),
        description: textOf(description ?? '', limits.text),
        duration: duration !== undefined && duration >= 0 && duration < 2 ** 31 ? Math.floor(duration) : null,
      })
    },
    end: (kind: ImportKind): Imported => ({
      kind,
      channels: [...channels].flatMap(([name, { description, series }]) =>
        withinLimits([...series].map(([name, videos]) => ({ name, videos }))).map((series, index) => ({
          name: index === 0 ? name : numbered(name, index + 1),
          description,
          series,
        })),
      ),
      skipped,
      skippedCount,
    }),
  }
}
export type Collector = ReturnType<typeof createCollector>

const numbered = (name: string, number: number) => `${cut(name, limits.name - 6)} (${number})`

/** One channel holds so many series and videos: what is more goes to a next one, and a series that is longer is parted. */
function withinLimits(series: readonly ImportedSeries[]): ImportedSeries[][] {
  const channels: ImportedSeries[][] = []
  let room = 0
  for (const { name, videos } of series)
    for (let start = 0; start < videos.length;) {
      const isFull = room === 0 || channels.at(-1)!.length >= limits.series
      // A series that fits into a channel of its own is not parted.
      const isBetterAlone = start === 0 && videos.length > room && videos.length <= limits.videos
      if (isFull || isBetterAlone) {
        channels.push([])
        room = limits.videos
      }
      const part = videos.slice(start, start + room)
      channels.at(-1)!.push({ name, videos: part })
      room -= part.length
      start += part.length
    }
  return channels
}
