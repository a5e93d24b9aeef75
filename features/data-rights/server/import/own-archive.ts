import * as z from 'zod/mini'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { followedTypes, likedTypes } from '#features/social/rules.ts'
import { archiveFormat } from '../archive-format.ts'
import type { Collector } from './imported.ts'

/** An optional text; '' if missing or invalid, because only an entry's address is required. */
const Text = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'string' ? value : '')),
)
const Seconds = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'number' ? value : undefined)),
)
const TrueFlag = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => value === true),
)
const Tags = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [])),
)
/** A picture's id, in the form of our ids, so that no path is accepted as a picture's name. */
const Picture = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'string' ? parsePictureAddress(value)?.id : undefined)),
)
const Items = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): unknown[] => (Array.isArray(value) ? value : [])),
)
const SubjectId = z.string().check(z.regex(/^[\w.:-]{1,64}$/))
const Follow = z.object({ type: z.enum(followedTypes), id: SubjectId })
const Like = z.object({ type: z.enum(likedTypes), id: SubjectId })
const Video = z.object({
  src: z.string(),
  title: Text,
  description: Text,
  duration: Seconds,
  start_at: Seconds,
  end_at: Seconds,
  adult: TrueFlag,
  picture: Picture,
})
const Series = z.object({ name: Text, videos: z.array(z.unknown()) })
const Channel = z.object({ name: Text, description: Text, tags: Tags, adult: TrueFlag, picture: Picture, series: z.array(z.unknown()) })
const Archive = z.object({ format: z.literal(archiveFormat), channels: z.array(z.unknown()), follows: Items, likes: Items })

/** Reads an archive of this product. Skips uploaded files, whose paths mean nothing on another site. @returns false for other formats */
export function readOwnArchive(data: unknown, { add, skip, follow, like }: Collector): boolean {
  const archive = Archive.safeParse(data)
  if (!archive.success) return false
  for (const archived of archive.data.channels) {
    const channel = Channel.safeParse(archived)
    for (const item of channel.data?.series ?? []) {
      const series = Series.safeParse(item)
      for (const exportedVideo of series.data?.videos ?? []) {
        const video = Video.safeParse(exportedVideo)
        if (!channel.data || !series.data || !video.data) skip(1, JSON.stringify(exportedVideo).slice(0, 200), 'unread')
        else
          add({
            ...video.data,
            startAt: video.data.start_at,
            endAt: video.data.end_at,
            isAdult: video.data.adult,
            channel: channel.data.name,
            channelDescription: channel.data.description,
            channelTags: channel.data.tags,
            isChannelAdult: channel.data.adult,
            channelPicture: channel.data.picture,
            series: series.data.name,
            line: 1,
          })
      }
    }
  }
  for (const mark of archive.data.follows) {
    const { data } = Follow.safeParse(mark)
    if (data) follow(data)
  }
  for (const mark of archive.data.likes) {
    const { data } = Like.safeParse(mark)
    if (data) like(data)
  }
  return true
}
