/** HTML exports, as of Pocket: each `<a>` is an entry, each heading starts a series. */
import { Parser } from 'htmlparser2'
import { type Collector, isWebAddress } from './imported.ts'
import { assertDepth, createLineCounter } from './markup.ts'

export const isHtml = (text: string): boolean =>
  /^(?:<!doctype html|<html|<!--|<(?:head|body|ul|ol|dl|div|p|h[1-6]|table|title|meta|main|section|a)[\s>])/i.test(text) &&
  /<a\s[^>]{0,5000}?href/i.test(text)

const maxWords = 2000
const isHeading = (tag: string) => /^h[1-6]$/.test(tag)

export function readHtml(text: string, { add, skip }: Collector): void {
  const lineAt = createLineCounter(text)
  const open: string[] = []
  let channel = ''
  let series: string | undefined
  let heading: string | undefined
  let link: { src: string; title: string } | undefined
  const parser = new Parser({
    onopentag(tag, { href }) {
      open.push(tag)
      assertDepth(open)
      if (isHeading(tag) && !link) heading = ''
      if (tag === 'a' && href !== undefined) link = { src: href, title: '' }
    },
    ontext(piece) {
      if (open.at(-1) === 'title' && channel.length < maxWords) channel += piece
      else if (link && link.title.length < maxWords) link.title += piece
      if (heading !== undefined && heading.length < maxWords) heading += piece
    },
    onclosetag(tag) {
      open.pop()
      if (isHeading(tag) && heading !== undefined) {
        series = heading.trim() || series
        heading = undefined
      }
      if (tag !== 'a' || !link) return
      const line = lineAt(parser.startIndex)
      if (isWebAddress(link.src)) add({ channel: channel.trim(), series, ...link, line })
      else skip(line, link.src || link.title, 'no_address')
      link = undefined
    },
  })
  parser.end(text)
}
