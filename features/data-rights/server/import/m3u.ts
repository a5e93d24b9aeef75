import type { Collector } from './imported.ts'
import { linesOf } from './decode.ts'

export const isM3u = (text: string): boolean => /^\s*#EXTM3U/i.test(text) || /^#EXTINF:/im.test(text.slice(0, 5000))

/** `group-title="…"` of the attributes of an entry. */
const groupOf = (attributes: string) =>
  /\bgroup-title=(?:"([^"]*)"|(\S+))/i
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined)

/** The end of the attributes of an entry: the first comma that stands in no quotes. */
function commaOf(entry: string): number {
  let isQuoted = false
  for (let at = 0; at < entry.length; at++) {
    if (entry[at] === '"') isQuoted = !isQuoted
    else if (entry[at] === ',' && !isQuoted) return at
  }
  return -1
}

/** Groups become series. */
export function readM3u(text: string, { add, skip }: Collector): void {
  let channel: string | undefined
  let group: string | undefined
  let entry: { series: string | undefined; title: string; duration: number | undefined } | undefined
  for (const { line, text: one } of linesOf(text)) {
    const [, tag, rest = ''] = /^#(EXTINF|EXTGRP|PLAYLIST):(.*)$/i.exec(one) ?? []
    if (tag?.toUpperCase() === 'PLAYLIST') channel = rest.trim()
    else if (tag?.toUpperCase() === 'EXTGRP') group = rest.trim()
    else if (tag?.toUpperCase() === 'EXTINF') {
      const comma = commaOf(rest)
      const attributes = comma < 0 ? rest : rest.slice(0, comma)
      const seconds = Number.parseFloat(attributes)
      entry = { series: groupOf(attributes), title: comma < 0 ? '' : rest.slice(comma + 1), duration: seconds > 0 ? seconds : undefined }
    } else if (one !== '' && !one.startsWith('#')) {
      if (/^https?:\/\//i.test(one))
        add({ channel, series: group, line, src: one, ...entry, ...(entry?.series === undefined && { series: group }) })
      else skip(line, one)
      entry = undefined
      group = undefined
    }
  }
}
