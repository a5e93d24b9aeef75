/** What is looked for in a zip file. Its paths are compared and never used; what unpacks to too much is not unpacked. */
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
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

const open = (bytes: Uint8Array): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })

/** What an entry says of its size is not believed. */
const unpack = (zip: ZipFile, entry: Entry, room: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (entry.uncompressedSize > room) return reject(new Error('it unpacks to too much'))
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        if (size > room) stream.destroy(new Error('it unpacks to too much'))
        else chunks.push(chunk)
      })
      stream.once('error', reject)
      stream.once('end', () => resolve(Buffer.concat(chunks)))
    })
  })

export async function readZip(bytes: Uint8Array): Promise<Unpacked> {
  const zip = await open(bytes)
  const found: Unpacked = { tables: [] }
  let room = maxUnpacked
  let seen = 0
  return new Promise((resolve, reject) => {
    const read = async (entry: Entry) => {
      const [, name = '', ending] = /([^/\\]*?)(?:\.([a-z]+))?$/i.exec(entry.fileName) ?? []
      const isData = entry.fileName === archiveFileName && found.data === undefined
      if (isData || ending?.toLowerCase() === 'csv') {
        const content = await unpack(zip, entry, room)
        room -= content.byteLength
        if (isData) found.data = content
        else found.tables.push({ name, bytes: content })
      }
      if (++seen >= maxEntries) resolve(found)
      else zip.readEntry()
    }
    zip.on('entry', (entry: Entry) => void read(entry).catch(reject))
    zip.once('end', () => resolve(found))
    zip.once('error', reject)
    zip.readEntry()
  })
}
