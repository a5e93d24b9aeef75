import * as z from 'zod/mini'
import { archiveFormat } from '../archive-format.ts'
import type { Collector } from './imported.ts'

/** What is wrong or missing beside the address is left out. */
const Text = z.pipe(
  z.optional(z.unknown()),
  z.transform((given) => (typeof given === 'string' ? given : '')),
)
const Seconds = z.pipe(
  z.optional(z.unknown()),
  z.transform((given) => (typeof given === 'number' ? given : undefined)),
)
const Video = z.object({ src: z.string(), title: Text, description: Text, duration: Seconds })
const Series = z.object({ name: Text, videos: z.array(z.unknown()) })
const Channel = z.object({ name: Text, description: Text, series: z.array(z.unknown()) })
const Archive = z.object({ format: z.literal(archiveFormat), channels: z.array(z.unknown()) })

/** Reads what we gave somebody. Files of ours are named by paths, which lead nowhere on another site. @returns false when it is nothing of ours */
export function readOwnData(text: string, { add, skip }: Collector): boolean {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return false
  }
  const archive = Archive.safeParse(data)
  if (!archive.success) return false
  for (const given of archive.data.channels) {
    const channel = Channel.safeParse(given)
    for (const one of channel.data?.series ?? []) {
      const series = Series.safeParse(one)
      for (const found of series.data?.videos ?? []) {
        const video = Video.safeParse(found)
        if (!channel.data || !series.data || !video.data) skip(1, JSON.stringify(found).slice(0, 200))
        else
          add({
            ...video.data,
            channel: channel.data.name,
            channelDescription: channel.data.description,
            series: series.data.name,
            line: 1,
          })
      }
    }
  }
  return true
}
