import { decodeEntities } from '#kit/server/entities.ts'
import { readM3uLine } from '#kit/server/m3u.ts'
import type { Collector } from './imported.ts'
import { linesOf } from './decode.ts'

export const isM3u = (text: string): boolean => /^\s*#EXTM3U/i.test(text) || /^#EXTINF:/im.test(text.slice(0, 5000))

const after = (rest: string) => decodeEntities(rest.replace(/^:/, '').trim())

/** Groups become series. */
export function readM3u(text: string, { add, skip }: Collector): void {
  let channel: string | undefined
  let group: string | undefined
  let entry: { series: string | undefined; title: string; duration: number | undefined } | undefined
  for (const { line, text: one } of linesOf(text)) {
    const read = readM3uLine(one)
    if (read?.is === 'entry') {
      const { seconds, attributes, title } = read
      entry = { series: attributes['group-title'], title, duration: seconds > 0 ? seconds : undefined }
    } else if (read?.is === 'tag') {
      if (read.tag === '#PLAYLIST') channel = after(read.rest)
      else if (read.tag === '#EXTGRP') group = after(read.rest)
    } else if (read?.is === 'group') group = read.name
    else if (read) {
      if (/^https?:\/\//i.test(read.text))
        add({
          channel,
          series: group,
          line,
          src: read.text,
          title: read.name,
          ...entry,
          ...(entry?.series === undefined && { series: group }),
        })
      else skip(line, read.text, 'no_address')
      entry = undefined
    }
  }
}
