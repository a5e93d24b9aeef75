/** What is looked for in a zip file. Its paths are compared and never used; what unpacks to too much is not unpacked. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { archiveFileName } from '../archive-format.ts'

/** Bytes that are unpacked in all. */
const maxUnpacked = 48 * 1024 * 1024
/** Files that are looked at: an archive with pictures has many. */
const maxEntries = 100_000

interface Unpacked {
  /** Of an archive of ours. */
  data?: Uint8Array
  /** CSV files, by their names without folder and ending. */
  tables: { name: string; bytes: Uint8Array }[]
}

/** What an entry says of its size is not believed. */
async function unpack(zip: ZipFile, entry: Entry, room: number): Promise<Uint8Array> {
  const assertRoom = (size: number) => {
    if (size > room) throw new Error('it unpacks to too much')
  }
  assertRoom(entry.uncompressedSize)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk as Buffer)
    assertRoom((size += (chunk as Buffer).byteLength))
  }
  return Buffer.concat(chunks)
}

export async function readZip(bytes: Uint8Array): Promise<Unpacked> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const found: Unpacked = { tables: [] }
  let room = maxUnpacked
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    const [, name = '', ending] = /([^/\\]*?)(?:\.([a-z]+))?$/i.exec(entry.fileName) ?? []
    const isData = entry.fileName === archiveFileName && found.data === undefined
    if (isData || ending?.toLowerCase() === 'csv') {
      const content = await unpack(zip, entry, room)
      room -= content.byteLength
      if (isData) found.data = content
      else found.tables.push({ name, bytes: content })
    }
    if (++seen === maxEntries) break
  }
  return found
}
