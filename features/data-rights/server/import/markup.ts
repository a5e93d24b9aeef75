/** Reads nested folders of OPML and of browser bookmarks. */
import { Parser } from 'htmlparser2'
import { type Collector, isWebAddress } from './imported.ts'

/** Whether the text is an HTML export, such as Pocket's. Each `<a>` is an entry, and each heading starts a series. */
export const isHtml = (text: string): boolean =>
  /^(?:<!doctype html|<html|<!--|<(?:head|body|ul|ol|dl|div|p|h[1-6]|table|title|meta|main|section|a)[\s>])/i.test(text) &&
  /<a\s[^>]{0,5000}?href/i.test(text)

const maxWords = 2000
const isHeading = (tag: string) => /^h[1-6]$/.test(tag)

export function readHtml(text: string, { add, skip }: Collector): void {
  const lineAt = createLineCounter(text)
  const openTags: string[] = []
  let channel = ''
  let series: string | undefined
  let heading: string | undefined
  let link: { src: string; title: string } | undefined
  const parser = new Parser({
    onopentag(tag, { href }) {
      openTags.push(tag)
      assertDepth(openTags)
      if (isHeading(tag) && !link) heading = ''
      if (tag === 'a' && href !== undefined) link = { src: href, title: '' }
    },
    ontext(piece) {
      if (openTags.at(-1) === 'title' && channel.length < maxWords) channel += piece
      else if (link && link.title.length < maxWords) link.title += piece
      if (heading !== undefined && heading.length < maxWords) heading += piece
    },
    onclosetag(tag) {
      openTags.pop()
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

/** Maximum depth of folders whose names are used. */
const maxDepth = 50

/** Refuses deep nesting, which no genuine file has and which slows down the parser. @throws */
export function assertDepth({ length }: readonly unknown[]): void {
  if (length > 1000) throw new Error('folders within folders without end')
}

export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text.slice(0, 5000))
export const isBookmarks = (text: string): boolean =>
  /NETSCAPE-Bookmark-file/i.test(text.slice(0, 1000)) || /<DT>\s*<(?:A|H3)\b/i.test(text.slice(0, 20_000))

/** Tracks the parser's line number. */
export function createLineCounter(text: string) {
  let at = 0
  let line = 1
  return (index: number) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < index; next = text.indexOf('\n', at)) {
      at = next + 1
      line++
    }
    return line
  }
}

const foldersOf = (openFolders: readonly (string | null)[]) => openFolders.slice(0, maxDepth).filter(Boolean).join(' / ')

/** Reads OPML. The file becomes a channel, its folders series. Skips entries without an address. */
export function readOpml(text: string, { add, skip }: Collector): void {
  const lineAt = createLineCounter(text)
  /** Open elements: names of folders, null for other elements. */
  const openFolders: (string | null)[] = []
  let channel = ''
  let isInTitle = false
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === 'title') isInTitle = true
        if (tag !== 'outline') return
        assertDepth(openFolders)
        const label = attributes['text']?.trim() || attributes['title']?.trim() || ''
        const addresses = [attributes['url'], attributes['htmlUrl'], attributes['xmlUrl']]
        const src = addresses.find(isWebAddress)
        if (src !== undefined) add({ channel, series: foldersOf(openFolders), src, title: label, line: lineAt(parser.startIndex) })
        else if (addresses.some((address) => address !== undefined))
          skip(lineAt(parser.startIndex), addresses.find(Boolean) ?? label, 'no_address')
        openFolders.push(addresses.every((address) => address === undefined) ? label : null)
      },
      ontext(piece) {
        if (isInTitle && channel.length < 1000) channel += piece
      },
      onclosetag(tag) {
        if (tag === 'title') isInTitle = false
        if (tag === 'outline') openFolders.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

/**
 * Reads bookmarks. Each folder becomes a series, whose name contains the names of the parent folders. `<DD>` after a link is the link's
 * description.
 */
export function readBookmarks(text: string, { add, skip }: Collector): void {
  const lineAt = createLineCounter(text)
  const folders: string[] = []
  let pendingTitle: string | undefined
  let reading: 'folder' | 'link' | 'title' | 'description' | undefined
  let words = ''
  let channel: string | undefined
  let link: { src: string; title: string; line: number; description: string } | undefined
  /** `<DD>` has no end tag, so the next element ends it. */
  const endLink = () => {
    if (reading === 'description') {
      if (link) link.description = words.trim()
      reading = undefined
    }
    if (link && isWebAddress(link.src)) add({ channel, series: foldersOf(folders), ...link })
    else if (link) skip(link.line, link.src || link.title, 'no_address')
    link = undefined
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (['dl', 'dt', 'h3', 'h1', 'a'].includes(tag) && !(reading === 'description' && tag === 'a')) endLink()
        if (tag === 'dl') {
          assertDepth(folders)
          folders.push(pendingTitle ?? '')
          pendingTitle = undefined
        }
        if (tag === 'h3') [reading, words] = ['folder', '']
        if (tag === 'h1') [reading, words] = ['title', '']
        if (tag === 'dd') [reading, words] = ['description', '']
        if (tag === 'a' && reading !== 'description') {
          ;[reading, words] = ['link', '']
          link = { src: attributes['href'] ?? '', title: '', line: lineAt(parser.startIndex), description: '' }
        }
      },
      ontext(piece) {
        if (reading && words.length < (reading === 'description' ? 10_000 : 2000)) words += piece
      },
      onclosetag(tag) {
        if (tag === 'dl') {
          endLink()
          folders.pop()
        }
        if (tag === 'h3' && reading === 'folder') pendingTitle = words.trim()
        if (tag === 'h1' && reading === 'title') channel = words.trim()
        if (tag === 'a' && reading === 'link' && link) link.title = words
        if (['h1', 'h3'].includes(tag) || (tag === 'a' && reading === 'link')) reading = undefined
      },
      onend: endLink,
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(text)
}
