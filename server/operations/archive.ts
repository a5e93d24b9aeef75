import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { extract, pack } from 'tar-stream'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'

const SqlName = z.string().check(z.regex(/^[\w."]+$/))
/** The first entry of a backup: describes its contents. */
export const Manifest = z.object({
  format: z.literal('choice-backup-1'),
  madeAt: z.string(),
  database: z.object({
    migrations: z.array(z.object({ name: z.string().check(z.regex(/^\d{4}_[a-z0-9_]+\.sql$/)), checksum: z.string() })),
    tables: z.array(z.object({ name: SqlName, columns: z.array(SqlName) })),
    partitions: z.array(z.object({ name: SqlName, parent: SqlName, bound: z.string() })),
    sequences: z.array(z.object({ name: SqlName, value: z.string() })),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry: marks the archive as complete. */
const Totals = z.object({ bytes: z.number(), files: z.number() })
export type Totals = z.infer<typeof Totals>

export interface ArchiveWriter {
  /** Adds rows of a table. Their total length need not be known. */
  addRows: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>
  addFile: (path: string, mode: number, content: { size: number; stream: Readable }) => Promise<void>
  /** @returns the totals written */
  finish: () => Promise<Totals>
}

/** Rows are buffered in pieces of about this many bytes, because a tar entry starts with its length. */
const pieceBytes = 4_000_000

/** Writes a compressed tar archive, readable by standard tools: `manifest.json`, `database/{table}/{n}`, `files/{path}`, `end.json`. */
export async function writeArchive(file: string, manifest: Manifest): Promise<ArchiveWriter> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: constants.Z_BEST_SPEED }), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  // Ends an unfinished entry with the error, as it would wait forever. `finish` reports the error too.
  written.catch((error: Error) => tar.destroy(error))
  const totals: Totals = { bytes: 0, files: 0 }

  async function add(name: string, content: Buffer, mode = 0o600) {
    const entry = tar.entry({ name, mode, size: content.length })
    entry.end(content)
    await once(entry, 'finish')
    totals.bytes += content.length
  }

  await add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  return {
    async addRows(table, rows) {
      let count = 0
      let remainder = Buffer.alloc(0)
      let chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of rows) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes < pieceBytes) continue
        const allBytes = Buffer.concat([remainder, ...chunks])
        // Cuts after a whole row, as line feeds inside values are escaped.
        const end = allBytes.lastIndexOf(10) + 1
        if (end) await add(`database/${table}/${count++}`, allBytes.subarray(0, end))
        remainder = allBytes.subarray(end)
        chunks = []
        bytes = 0
      }
      const last = Buffer.concat([remainder, ...chunks])
      if (last.length) await add(`database/${table}/${count++}`, last)
    },
    async addFile(path, mode, { size, stream }) {
      await pipeline(stream, tar.entry({ name: `files/${path}`, mode, size }))
      totals.bytes += size
      totals.files++
    },
    async finish() {
      await add('end.json', Buffer.from(JSON.stringify(totals)))
      tar.finalize()
      await written
      return totals
    },
  }
}

export interface ArchiveReader {
  onManifest?: (manifest: Manifest) => Promise<void>
  /** Called several times per table, each time with some whole rows. */
  onRows?: (table: string, rows: Readable) => Promise<void>
  onFile?: (path: string, mode: number, content: Readable) => Promise<void>
}

/** Reads a whole archive and passes its entries on, in order. @throws SetupError if the archive is damaged, truncated or not ours */
export async function readArchive(file: string, { onManifest, onRows, onFile }: ArchiveReader): Promise<void> {
  const tar = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), tar)
  reading.catch(() => undefined)
  let totals: Totals | undefined
  try {
    for await (const entry of tar) {
      const [, folder, path = ''] = /^([^/]+)(?:\/(.*))?$/s.exec(entry.header.name) ?? []
      if (folder === 'manifest.json') {
        // Every entry is read, as an unread entry blocks the next one.
        const manifest = Manifest.parse(JSON.parse((await buffer(entry)).toString()))
        await onManifest?.(manifest)
      } else if (folder === 'end.json') totals = Totals.parse(JSON.parse((await buffer(entry)).toString()))
      else if (folder === 'database' && onRows) await onRows(path.replace(/\/\d+$/, ''), Readable.from(entry))
      else if (folder === 'files' && onFile) await onFile(checkPath(path), entry.header.mode ?? 0o600, Readable.from(entry))
      else entry.resume()
    }
    await reading
  } catch (error) {
    if (error instanceof SetupError || !isDamageError(error)) throw error
    throw new SetupError(`${file} is no whole backup of Choice: ${messageOf(error)}.`)
  }
  if (!totals) throw new SetupError(`${file} is no whole backup of Choice: its end is missing.`)
}

const isDamageError = (error: unknown) =>
  error instanceof z.core.$ZodError ||
  error instanceof SyntaxError ||
  /^Z_|tar|unexpected end/i.test(`${(error as NodeJS.ErrnoException).code} ${messageOf(error)}`)

function checkPath(path: string) {
  if (path.split('/').some((part) => ['', '.', '..'].includes(part)) || path.includes('\0'))
    throw new SetupError(`The backup names a file in a way that no backup of Choice does: ${JSON.stringify(path)}.`)
  return path
}
