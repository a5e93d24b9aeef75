/** Streams the archive of a user's data, so that it is never in memory as a whole. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { brand } from '#kit/contract/brand.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData, PersonalRows } from '#kit/server/personal-data.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { pictureKey } from '#features/media/server/picture-files.ts'
import { listExportedChannels } from '#features/channels/server/queries/personal-data.ts'
import { status } from '#features/channels/rules.ts'
import { feedPath } from '#features/sharing/rules.ts'
import { listExportedFollows } from '#features/social/server/queries/personal-data.ts'
import { archivedPicturePath, archiveFileName, archiveFormat } from './archive-format.ts'

export interface ArchiveOptions {
  db: Db
  storage: Storage
  personalData: readonly PersonalData[]
  /** Public origin of the site. */
  publicUrl: string
}

/** Maximum pictures per archive. Pictures beyond the limit are only named by id. */
const maxPictures = 20_000
const picturesPerBatch = 1000

const isRowStream = (rows: PersonalRows): rows is AsyncIterable<unknown> => Symbol.asyncIterator in rows

/** Writes a JSON object with a property for each list or value in `personalData`. Streams lists item by item. */
async function* writeJson({ db, personalData }: ArchiveOptions, userId: string): AsyncGenerator<string> {
  yield `{"format":"${archiveFormat}","version":1,"exported_at":"${new Date().toISOString()}"`
  for (const [name, read] of personalData.flatMap(({ exports = {} }) => Object.entries(exports))) {
    const rows = read(db, userId)
    yield `,\n${JSON.stringify(name)}:`
    if (isRowStream(rows)) {
      let isFirst = true
      yield '['
      for await (const row of rows) {
        yield (isFirst ? '\n' : ',\n') + JSON.stringify(row)
        isFirst = false
      }
      yield ']'
    } else yield JSON.stringify((await rows) ?? null)
  }
  yield '}\n'
}

/** Replaces characters that would end a playlist line or its quoted part with spaces. */
const toSingleLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}"\s]+/gu, ' ').trim()

/** Writes every link as M3U, series by series. */
async function* writeM3u({ db, publicUrl }: ArchiveOptions, userId: string): AsyncGenerator<string> {
  yield '#EXTM3U\n'
  for await (const { name, series } of listExportedChannels(db, userId))
    for (const { name: group, videos } of series)
      for (const { title, src, duration } of videos)
        if (src !== null)
          yield `#EXTINF:${duration ?? -1} group-title="${toSingleLine(`${name} / ${group}`).replaceAll(',', ' ')}",${toSingleLine(title)}\n${new URL(src, publicUrl).href}\n`
}

/** Writes the feeds of the user's own public channels and of followed channels as OPML. */
async function* writeOpml({ db, publicUrl }: ArchiveOptions, userId: string): AsyncGenerator<string> {
  const outline = ({ id, name }: { id: string; name: string }) =>
    `<outline type="rss" text="${escapeXml(name)}" xmlUrl="${publicUrl}${feedPath(id, 'xml')}" htmlUrl="${publicUrl}/en/playlists?playlist=${id}"/>\n`
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head><title>${escapeXml(brand)}</title></head>\n<body>\n`
  for await (const channel of listExportedChannels(db, userId)) if (channel.status_id === status.public) yield outline(channel)
  for (const { type, ...channel } of await listExportedFollows(db, userId)) if (type === 'playlist') yield outline(channel)
  yield '</body>\n</opml>\n'
}

async function* listPictures({ db, personalData }: ArchiveOptions, userId: string): AsyncGenerator<string> {
  for (const { listPictures: list } of personalData) {
    if (!list) continue
    for (let ids = await list(db, userId, '', picturesPerBatch); ids.length; ids = await list(db, userId, ids.at(-1)!, picturesPerBatch))
      yield* ids
  }
}

/** @returns a zip stream, which fails when data can't be read or `signal` aborts */
export async function writeArchive(archiving: ArchiveOptions, userId: string, signal: AbortSignal): Promise<Readable> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', stop)
  signal.addEventListener('abort', () => stop(signal.reason), { once: true })

  const files = { [archiveFileName]: writeJson, 'channels.m3u': writeM3u, 'channels.opml': writeOpml }
  for (const [name, write] of Object.entries(files))
    zip.addReadStreamLazy(name, (provide) => provide(null, Readable.from(write(archiving, userId), { objectMode: false })))

  const pictures = new Set<string>()
  for await (const id of listPictures(archiving, userId)) if (pictures.size < maxPictures) pictures.add(id)
  for (const id of pictures) {
    const width = parsePictureAddress(id)?.width
    // Pictures are stored uncompressed, because they don't shrink.
    if (width !== undefined)
      zip.addReadStreamLazy(archivedPicturePath(id), { compress: false }, (provide) => {
        archiving.storage.get(pictureKey(id, width)).then(
          (file) => provide(null, file?.stream ?? Readable.from([])),
          (error: unknown) => provide(error, Readable.from([])),
        )
      })
  }
  zip.end()
  return output
}
