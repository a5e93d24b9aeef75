/** What is looked for in a zip file. Its paths are compared and never used; what unpacks to too much is not unpacked. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { archivedPicture, archiveFileName } from '../archive-format.ts'

/** Bytes that are unpacked in all. */
const maxUnpacked = 48 * 1024 * 1024
/** Files that are looked at: an archive with pictures has many. */
const maxEntries = 100_000

const isPicture = new RegExp(`^${archivedPicture('[\\w-]+')}$`)

/** Its name without folder and ending; the ending in lower case. */
export interface PackedText {
  name: string
  ending: string
  bytes: Uint8Array
}

/** Of files that products export lists in. */
const endings = /^(?:csv|json|db|opml|html?)$/

interface Unpacked {
  /** Of an archive of ours. */
  data?: Uint8Array
  texts: PackedText[]
  /** Names of what may be pictures; nothing of them is unpacked. */
  pictures: Set<string>
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

const openZip = (bytes: Uint8Array) => fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

export async function readZip(bytes: Uint8Array): Promise<Unpacked> {
  const zip = await openZip(bytes)
  const found: Unpacked = { texts: [], pictures: new Set() }
  let room = maxUnpacked
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    const [, name = '', end = ''] = /([^/\\]*?)(?:\.([a-z]+))?$/i.exec(entry.fileName) ?? []
    const ending = end.toLowerCase()
    const isData = entry.fileName === archiveFileName && found.data === undefined
    // Saved pages have folders of their own.
    if (isData || (endings.test(ending) && !entry.fileName.startsWith('content/'))) {
      const content = await unpack(zip, entry, room)
      room -= content.byteLength
      if (isData) found.data = content
      found.texts.push({ name, ending, bytes: content })
    }
    if (isPicture.test(entry.fileName)) found.pictures.add(entry.fileName)
    if (++seen === maxEntries) break
  }
  return found
}

/** Bytes of one picture as it lies in an archive: those of ours have fewer. */
export const pictureMaxBytes = 4 * 1024 * 1024
/** Bytes of pictures that one piece of work gives. */
const picturesMaxBytes = 12 * 1024 * 1024

export interface ReadPicture {
  id: string
  /** Null: it is not there, is too large, or does not unpack. */
  bytes: Uint8Array | null
}

/** Unpacks the pictures of these ids, the first of each name, as many of them as fit; at least one. */
export async function readPictures({ bytes, ids }: { bytes: Uint8Array; ids: readonly string[] }): Promise<ReadPicture[]> {
  const zip = await openZip(bytes)
  const entries = new Map<string, Entry>()
  const wanted = new Set(ids.map(archivedPicture))
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    if (wanted.has(entry.fileName) && !entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    if (entries.size === wanted.size || ++seen === maxEntries) break
  }
  const read: ReadPicture[] = []
  let room = picturesMaxBytes
  for (const id of ids) {
    if (room <= pictureMaxBytes) break
    const entry = entries.get(archivedPicture(id))
    const content = entry ? await unpack(zip, entry, pictureMaxBytes).catch(() => null) : null
    room -= content?.byteLength ?? 0
    read.push({ id, bytes: content })
  }
  return read
}
