/** Reads a file that somebody brings: runs in the sandbox, since anybody may have made it. */
import type { ImportKind } from '../../rules.ts'
import { archivedPicture } from '../archive-format.ts'
import { decodeText } from './decode.ts'
import { createCollector, type Collector, type GivenNames, type Imported } from './imported.ts'
import { readLinks } from './links.ts'
import { isM3u, readM3u } from './m3u.ts'
import { isBookmarks, isOpml, readBookmarks, readOpml } from './markup.ts'
import { readOwnData } from './own-data.ts'
import { isTakeout, readTakeout } from './takeout.ts'
import { readZip } from './zip.ts'

export interface ImportFile {
  bytes: Uint8Array
  /** As its owner calls it, without its ending. */
  name?: string | undefined
  names: GivenNames
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** What it is is told by what stands in it. */
function readText(text: string, collector: Collector, name?: string): ImportKind {
  const found = text.trimStart()
  if (found.startsWith('{') && readOwnData(found, collector)) return 'archive'
  if (isOpml(found)) readOpml(found, collector)
  else if (isBookmarks(found)) readBookmarks(found, collector)
  else if (isM3u(found)) readM3u(found, collector)
  else if (isTakeout(found)) readTakeout(found, collector, name)
  else readLinks(found, collector)
  return isOpml(found) ? 'opml' : isBookmarks(found) ? 'bookmarks' : isM3u(found) ? 'm3u' : isTakeout(found) ? 'takeout' : 'links'
}

export async function readImport({ bytes, name, names }: ImportFile): Promise<Imported> {
  const given = { ...names, channel: name?.trim() || names.channel }
  if (!isZip(bytes)) {
    const collector = createCollector(given)
    return collector.end(readText(decodeText(bytes), collector, name))
  }
  const { data, tables, pictures } = await readZip(bytes)
  const collector = createCollector(given, (id) => pictures.has(archivedPicture(id)))
  if (data !== undefined && readOwnData(decodeText(data), collector)) return collector.end('archive')
  for (const table of tables) {
    const text = decodeText(table.bytes)
    if (isTakeout(text)) readTakeout(text, collector, table.name)
  }
  return collector.end('takeout')
}
