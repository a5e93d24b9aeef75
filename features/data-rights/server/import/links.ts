import type { Collector } from './imported.ts'
import { linesOf } from './decode.ts'

const address = /https?:\/\/[^\s<>"'|]+/i
const around = /^[\s,;|\t–—:<>()[\]"'*•-]+|[\s,;|\t–—:<>()[\]"'-]+$/g

/** A link a line, with or without a title beside it. A line such as `# Trains` begins a series. */
export function readLinks(text: string, { add, skip }: Collector): void {
  let series: string | undefined
  for (const { line, text: one } of linesOf(text)) {
    const src = address.exec(one)?.[0].replace(/[),.;]+$/, '')
    if (src !== undefined) add({ series, src, title: one.slice(0, 5000).replace(src, '').replaceAll(around, ''), line })
    else if (one.startsWith('#')) series = one.replace(/^#+/, '').trim()
    else if (one !== '') skip(line, one)
  }
}
