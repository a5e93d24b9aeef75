/** Reads an untrusted import file. Runs in the sandbox. */
import { decodeEntities } from '#kit/server/html-entities.ts'
import { readM3uLine } from '#kit/server/m3u.ts'
import { archivedPicturePath } from '../archive-format.ts'
import { decodeText, splitLines } from './decode.ts'
import { isFeed, readFeed } from './feeds.ts'
import { isHtml, readHtml } from './markup.ts'
import { type Collector, type ImportFormat, type DefaultNames, type ImportedData, createCollector } from './imported.ts'
import { type ParsedJson, parseJson, readJson } from './json.ts'
import { readLinks } from './links.ts'
import { isBookmarks, isOpml, readBookmarks, readOpml } from './markup.ts'
import { readOwnArchive } from './own-archive.ts'
import { detectJsonProduct, detectPageProduct, detectTableProduct } from './products.ts'
import { findTable, readTable } from './table.ts'
import { isTakeout, playlistName, readTakeout } from './takeout.ts'
import { type ZipTextEntry, readZip } from './zip.ts'

const isM3u = (text: string): boolean => /^\s*#EXTM3U/i.test(text) || /^#EXTINF:/im.test(text.slice(0, 5000))

const textAfterTag = (rest: string) => decodeEntities(rest.replace(/^:/, '').trim())

/** Reads an M3U list. Its groups become series. */
function readM3u(text: string, { add, skip }: Collector): void {
  let channel: string | undefined
  let group: string | undefined
  let entry: { series: string | undefined; title: string; duration: number | undefined } | undefined
  for (const { line, text: lineText } of splitLines(text)) {
    const read = readM3uLine(lineText)
    if (read?.kind === 'entry') {
      const { seconds, attributes, title } = read
      entry = { series: attributes['group-title'], title, duration: seconds > 0 ? seconds : undefined }
    } else if (read?.kind === 'tag') {
      if (read.tag === '#PLAYLIST') channel = textAfterTag(read.value)
      else if (read.tag === '#EXTGRP') group = textAfterTag(read.value)
    } else if (read?.kind === 'group') group = read.name
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

export interface ImportFile {
  bytes: Uint8Array
  /** The file's name without extension. */
  name?: string | undefined
  names: DefaultNames
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
/** Whether the text is from a binary file, such as a picture or a database. UTF-16 text has been decoded already. */
const isBinary = (text: string) => text.slice(0, 5000).includes('\0')

/**
 * Detects the format by content. Refuses unknown structures, so that they aren't read as a list of links.
 * @param name of the file @throws for unreadable files
 */
function readText(text: string, collector: Collector, name?: string): ImportFormat {
  const result = text.trimStart()
  if (isBinary(result)) throw new Error('it is no text')
  const json = parseJson(result)
  if (json) return readRecords(json, collector)
  if (isOpml(result)) return (readOpml(result, collector), { kind: 'opml' })
  if (isBookmarks(result)) return (readBookmarks(result, collector), { kind: 'bookmarks' })
  if (isFeed(result)) return (readFeed(result, collector), { kind: 'feed' })
  if (isHtml(result)) return (readHtml(result, collector), { kind: 'html', product: detectPageProduct(result) })
  if (isM3u(result)) return (readM3u(result, collector), { kind: 'm3u' })
  if (isTakeout(result)) return (readTakeout(result, collector, name, name && playlistName(name)), { kind: 'takeout' })
  const table = findTable(result)
  if (table) return (readTable(result, table, collector), { kind: 'table', product: detectTableProduct(table.headings) })
  if (/^<(?:\?xml|!doctype|html)/i.test(result)) throw new Error('it is XML or HTML of another kind')
  return (readLinks(result, collector), { kind: 'links' })
}

function readRecords(json: ParsedJson, collector: Collector): ImportFormat {
  const [record] = json.records
  if (record && readOwnArchive(record.value, collector)) return { kind: 'archive' }
  readJson(json, collector)
  return { kind: 'json', product: detectJsonProduct(record?.value) }
}

/** Reads one file of another product's archive: a table, JSON, OPML or bookmarks. Ignores saved pages. */
function readZipEntry({ name, ending, bytes }: ZipTextEntry, collector: Collector): ImportFormat | undefined {
  const text = decodeText(bytes).trimStart()
  if (ending === 'csv') {
    if (isTakeout(text)) return (readTakeout(text, collector, name), { kind: 'takeout' })
    const table = findTable(text)
    // A name such as `part_1`, which Pocket gives the files of an export, is no title.
    return (
      table &&
      (readTable(text, table, collector, /^part_\d+$/.test(name) ? undefined : name),
      { kind: 'table', product: detectTableProduct(table.headings) })
    )
  }
  if (ending === 'json' || ending === 'db') {
    const json = parseJson(text)
    return json && readRecords(json, collector)
  }
  if (isOpml(text)) return (readOpml(text, collector), { kind: 'opml' })
  return isBookmarks(text) ? (readBookmarks(text, collector), { kind: 'bookmarks' }) : undefined
}

export async function readImport({ bytes, name, names }: ImportFile): Promise<ImportedData> {
  const defaults = { ...names, channel: name?.trim() || names.channel }
  if (!isZip(bytes)) {
    const collector = createCollector(defaults)
    return collector.end(readText(decodeText(bytes), collector, name))
  }
  const { data, texts, pictures } = await readZip(bytes)
  const collector = createCollector(defaults, (id) => pictures.has(archivedPicturePath(id)))
  const ownData = data === undefined ? undefined : parseJson(decodeText(data).trimStart())
  if (ownData?.records[0] && readOwnArchive(ownData.records[0].value, collector)) return collector.end({ kind: 'archive' })
  const formats = texts.flatMap((packed) => {
    try {
      return readZipEntry(packed, collector) ?? []
    } catch {
      collector.skip(1, `${packed.name}.${packed.ending}`, 'unread')
      return []
    }
  })
  return collector.end(formats.find(({ kind }) => kind === 'takeout') ?? formats[0] ?? { kind: 'links' })
}
