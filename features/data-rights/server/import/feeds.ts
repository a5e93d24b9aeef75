/** Reads RSS, Atom and XSPF: lists of entries with addresses. */
import { Parser } from 'htmlparser2'
import { type Collector, isWebAddress } from './imported.ts'
import { assertDepth, createLineCounter } from './markup.ts'
import { readDuration } from './table.ts'

export const isFeed = (text: string): boolean =>
  /<(?:rss|(?:\w+:)?rdf|(?:atom:)?feed|playlist)[\s>]/i.test(text.slice(0, 5000)) &&
  /^<(?:\?xml|!doctype rss|!--|rss|feed|rdf|playlist)/i.test(text)

const entryTags = new Set(['item', 'entry', 'track'])
const maxWords = 5000

const fields = { title: 'title', link: 'link', location: 'link', guid: 'guid', 'itunes:duration': 'duration' } as const
type Field = (typeof fields)[keyof typeof fields]
const fieldOf = (tag: string): Field | undefined => (Object.hasOwn(fields, tag) ? fields[tag as keyof typeof fields] : undefined)

interface Entry extends Record<Field, string> {
  media: string
  line: number
}

/** Reads a feed. Uses an episode's file instead of its page, because the file can play here. */
export function readFeed(text: string, { add, skip }: Collector): void {
  const lineAt = createLineCounter(text)
  const openTags: string[] = []
  let channel = ''
  let entry: Entry | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = name.replace(/^atom:/, '')
        openTags.push(tag)
        assertDepth(openTags)
        if (entryTags.has(tag)) entry = { title: '', link: '', guid: '', media: '', duration: '', line: lineAt(parser.startIndex) }
        if (!entry) return
        const { href, url, rel = 'alternate', type = '' } = attributes
        if (tag === 'link' && href !== undefined && rel === 'alternate') entry.link ||= href
        if ((tag === 'link' && rel === 'enclosure') || tag === 'enclosure')
          if (/^(?:audio|video)\//.test(type)) entry.media ||= href ?? url ?? ''
      },
      ontext(piece) {
        const [within = '', tag = ''] = openTags.slice(-2)
        if (!entry) {
          if (tag === 'title' && within !== 'image' && channel.length < maxWords) channel += piece
          return
        }
        const field = entryTags.has(within) ? fieldOf(tag) : undefined
        if (field && entry[field].length < maxWords) entry[field] += piece
      },
      onclosetag(name) {
        openTags.pop()
        if (!entryTags.has(name.replace(/^atom:/, '')) || !entry) return
        const { title, line, duration } = entry
        const src = [entry.media, entry.link, entry.guid].find((item) => isWebAddress(item))
        if (src !== undefined) add({ channel: channel.trim(), src, title: title.trim(), duration: readDuration(duration), line })
        else skip(line, entry.link.trim() || title, 'no_address')
        entry = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}
