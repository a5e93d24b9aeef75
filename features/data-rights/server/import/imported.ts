/** The import result: channels of series of videos, within the usual limits. */
import { cutText } from '#kit/contract/cut-text.ts'
import { cleanName } from '#kit/contract/names.ts'
import { tidyTags } from '#features/channels/input-rules.ts'
import { limits } from '#features/channels/limits.ts'
import type { NewChannel, NewChannelVideo } from '#features/channels/server/whole-channels.ts'
import { parseLink } from '#features/media/addresses.ts'
import { cleanText } from '#features/media/server/text.ts'
import { addressTitle } from '#features/media/link-title.ts'
import type { FollowedType, LikedType } from '#features/social/rules.ts'
import { type ImportKind, maxImportedFollowsOrLikes, type SkippedReason, maxImportedVideos, maxSkippedShown } from '../../rules.ts'

/** `picture` is the picture's id at the exporting site. The file contains the picture under this id. */
export type ImportedVideo = NewChannelVideo
export interface ImportedChannel extends NewChannel {
  /** Id of the channel's picture at the exporting site. The file contains the picture under this id. */
  picture?: string
}
/** A followed or liked thing, by its id at the exporting site. */
export interface ImportedFollowOrLike<T extends string> {
  type: T
  id: string
}
export interface ImportedData {
  kind: ImportKind
  /** The exporting product, if recognisable. */
  product: string | undefined
  channels: ImportedChannel[]
  follows: ImportedFollowOrLike<FollowedType>[]
  likes: ImportedFollowOrLike<LikedType>[]
  skipped: { line: number; text: string; reason: SkippedReason }[]
  skippedCount: number
}

export type ImportFormat = { kind: ImportKind; product?: string | undefined }
/** Default names in the reader's language. */
export interface DefaultNames {
  channel: string
  series: string
}

export interface CollectedVideo {
  channel?: string | undefined
  channelDescription?: string | undefined
  channelTags?: readonly string[] | undefined
  /** Whether the channel is for adults. */
  isChannelAdult?: boolean | undefined
  channelPicture?: string | undefined
  series?: string | undefined
  src: string
  title?: string | undefined
  description?: string | undefined
  duration?: number | undefined
  startAt?: number | undefined
  endAt?: number | undefined
  isAdult?: boolean | undefined
  picture?: string | undefined
  line: number
}

const maxUrlLength = 2048
const maxShownTextLength = 200
/** Characters that addresses can't contain: control characters and lone surrogates. */
const unprintablePattern = /[\p{Cc}\p{Cs}]/u

export const isWebAddress = (text: string | undefined): text is string => /^\s*https?:\/\//i.test(text ?? '')

/** Converts a YouTube feed address to its channel, playlist or user page. */
function toFollowableUrl(url: URL | undefined): URL | undefined {
  if (!url || !/^(?:www\.|m\.)?youtube\.com$/.test(url.hostname) || url.pathname !== '/feeds/videos.xml') return url
  const [channel, playlist, user] = ['channel_id', 'playlist_id', 'user'].map((name) => url.searchParams.get(name))
  if (playlist) return new URL(`https://www.youtube.com/playlist?list=${encodeURIComponent(playlist)}`)
  if (channel) return new URL(`https://www.youtube.com/channel/${encodeURIComponent(channel)}`)
  return user ? new URL(`https://www.youtube.com/user/${encodeURIComponent(user)}`) : url
}

const truncateText = (text: string, max: number): string => {
  const clean = cleanName(text.toWellFormed()).trim()
  return clean.length <= max ? clean : `${cutText(clean, max - 1).trimEnd()}…`
}

/** Returns a text of several lines, without characters that the database can't store. */
const textOf = (raw: string, max: number): string =>
  cutText(
    raw
      .slice(0, 2 * max)
      .toWellFormed()
      .replaceAll(/[^\P{Cc}\n\t]/gu, ''),
    max,
  )

const tagsOf = (rawTags: readonly string[]): string[] => tidyTags(rawTags.map((tag) => truncateText(tag, limits.tag))).slice(0, limits.tags)

/** Returns a start or end time if it is valid. */
const toValidTime = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= 0 && seconds <= limits.seconds ? Math.floor(seconds) : undefined

/** Returns whole seconds if they fit into the column. */
const secondsOf = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= 0 && seconds < 2 ** 31 ? Math.floor(seconds) : undefined

/** Returns a range. Leaves out an end that isn't after the start. */
const rangeOf = (start: number | undefined, end: number | undefined) => ({
  ...(start !== undefined && { start_at: start }),
  ...(end !== undefined && end > (start ?? 0) && { end_at: end }),
})

/**
 * Collects parsed entries in order. Merges channels, and series within a channel, by name.
 * @param hasPicture whether the file contains the picture with this id
 */
export function createCollector(names: DefaultNames, hasPicture: (id: string) => boolean = () => false) {
  const channels = new Map<string, Omit<ImportedChannel, 'name' | 'series'> & { series: Map<string, ImportedVideo[]> }>()
  const skipped: ImportedData['skipped'] = []
  const marks: Pick<ImportedData, 'follows' | 'likes'> = { follows: [], likes: [] }
  const marked = new Set<string>()
  let skippedCount = 0
  let videos = 0

  const skip = (line: number, text: string, reason: SkippedReason) => {
    skippedCount++
    if (skipped.length < maxSkippedShown) skipped.push({ line, text: truncateText(text, maxShownTextLength), reason })
  }
  const addMark = <T extends string>(marks: ImportedFollowOrLike<T>[], listName: string, mark: ImportedFollowOrLike<T>) => {
    const key = `${listName} ${mark.type} ${mark.id}`
    if (marked.has(key) || marks.length >= maxImportedFollowsOrLikes) return
    marked.add(key)
    marks.push(mark)
  }
  return {
    skip,
    follow: (mark: ImportedFollowOrLike<FollowedType>) => addMark(marks.follows, 'follow', mark),
    like: (mark: ImportedFollowOrLike<LikedType>) => addMark(marks.likes, 'like', mark),
    add: ({ channel, series, src, title, description, duration, line, ...more }: CollectedVideo) => {
      const url =
        src.length <= maxUrlLength && isWebAddress(src) && !unprintablePattern.test(src.trim())
          ? toFollowableUrl(parseLink(src.trim()))
          : undefined
      if (!url) return skip(line, src, 'no_address')
      if (videos >= maxImportedVideos) return skip(line, src, 'too_many')
      videos++
      const name = truncateText(channel ?? '', limits.name) || names.channel
      if (!channels.has(name))
        channels.set(name, {
          description: textOf(more.channelDescription ?? '', limits.text),
          tags: tagsOf(more.channelTags ?? []),
          adult: false,
          series: new Map(),
        })
      const entry = channels.get(name)!
      entry.adult ||= more.isChannelAdult === true
      if (more.channelPicture !== undefined && hasPicture(more.channelPicture)) entry.picture ??= more.channelPicture
      const within = entry.series
      const seriesName = truncateText(series ?? '', limits.title) || names.series
      if (!within.has(seriesName)) within.set(seriesName, [])
      within.get(seriesName)!.push({
        src: url.href.length <= maxUrlLength ? url.href : src.trim(),
        title: (title?.trim() !== src.trim() && truncateText(title ?? '', limits.title)) || cleanText(addressTitle(url), limits.title),
        description: textOf(description ?? '', limits.text),
        duration: secondsOf(duration) ?? null,
        ...rangeOf(toValidTime(more.startAt), toValidTime(more.endAt)),
        ...(more.isAdult && { adult: true }),
        ...(more.picture !== undefined && hasPicture(more.picture) && { picture: more.picture }),
      })
    },
    end: ({ kind, product }: ImportFormat): ImportedData => ({
      kind,
      product,
      channels: [...channels].flatMap(([name, { series, ...more }]) =>
        withinLimits([...series].map(([name, videos]) => ({ name, videos }))).map((series, index) => ({
          name: index === 0 ? name : appendNumber(name, index + 1),
          ...more,
          series,
        })),
      ),
      ...marks,
      skipped,
      skippedCount,
    }),
  }
}
export type Collector = ReturnType<typeof createCollector>

const appendNumber = (name: string, number: number) => `${truncateText(name, limits.name - 6)} (${number})`

type ImportedSeries = ImportedChannel['series'][number]

/**
 * Distributes series over channels, within the limits of series and videos per channel. Splits a series with more videos than a channel
 * holds.
 */
function withinLimits(series: readonly ImportedSeries[]): ImportedSeries[][] {
  const channels: ImportedSeries[][] = []
  let room = 0
  for (const { name, videos } of series)
    for (let start = 0; start < videos.length;) {
      const isFull = room === 0 || channels.at(-1)!.length >= limits.series
      // A series that fits into an empty channel starts a new channel, so that it isn't split.
      const needsOwnChannel = start === 0 && videos.length > room && videos.length <= limits.videos
      if (isFull || needsOwnChannel) {
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
