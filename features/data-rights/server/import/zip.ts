/** Finds entries in a zip file. Paths are only compared; the total unpacked size is limited. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { archivedPicturePath, archiveFileName } from '../archive-format.ts'

/** Maximum unpacked bytes in total. */
const maxUnpackedBytes = 48 * 1024 * 1024
/** Maximum entries, which is high because archives with pictures have many. */
const maxEntries = 100_000

const picturePathPattern = new RegExp(`^${archivedPicturePath('[\\w-]+')}$`)

/** A text file of the archive. `name` excludes the folder; `ending` is the extension in lower case. */
export interface ZipTextEntry {
  name: string
  ending: string
  bytes: Uint8Array
}

/** Extensions of exported lists. */
const fileExtensionPattern = /^(?:csv|json|db|opml|html?)$/

interface UnpackedArchive {
  /** Data file of an archive of this product. */
  data?: Uint8Array
  texts: ZipTextEntry[]
  /** Names of possible pictures. They are not unpacked. */
  pictures: Set<string>
}

/** Unpacks an entry, at most `room` bytes. Sizes in the zip file's directory aren't trusted. */
async function unpackEntry(zip: ZipFile, entry: Entry, room: number): Promise<Uint8Array> {
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

export async function readZip(bytes: Uint8Array): Promise<UnpackedArchive> {
  const zip = await openZip(bytes)
  const result: UnpackedArchive = { texts: [], pictures: new Set() }
  let room = maxUnpackedBytes
  let entryCount = 0
  for await (const entry of zip.eachEntry()) {
    const [, name = '', end = ''] = /([^/\\]*?)(?:\.([a-z]+))?$/i.exec(entry.fileName) ?? []
    const ending = end.toLowerCase()
    const isData = entry.fileName === archiveFileName && result.data === undefined
    // Skips saved pages, which are in the folder `content`.
    if (isData || (fileExtensionPattern.test(ending) && !entry.fileName.startsWith('content/'))) {
      const content = await unpackEntry(zip, entry, room)
      room -= content.byteLength
      if (isData) result.data = content
      result.texts.push({ name, ending, bytes: content })
    }
    if (picturePathPattern.test(entry.fileName)) result.pictures.add(entry.fileName)
    if (++entryCount === maxEntries) break
  }
  return result
}

/** Maximum bytes of one picture. Pictures in our own archives are smaller. */
export const pictureMaxBytes = 4 * 1024 * 1024
/** Maximum picture bytes per task. */
const picturesMaxBytes = 12 * 1024 * 1024

export interface ReadPicture {
  id: string
  /** Null if the picture is missing, too large, or corrupt. */
  bytes: Uint8Array | null
}

/**
 * Unpacks pictures by id until the limit of bytes is reached, but at least one. If the zip file repeats a name, unpacks the first entry.
 */
export async function readPictures({ bytes, ids }: { bytes: Uint8Array; ids: readonly string[] }): Promise<ReadPicture[]> {
  const zip = await openZip(bytes)
  const entries = new Map<string, Entry>()
  const paths = new Set(ids.map(archivedPicturePath))
  let entryCount = 0
  for await (const entry of zip.eachEntry()) {
    if (paths.has(entry.fileName) && !entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    if (entries.size === paths.size || ++entryCount === maxEntries) break
  }
  const read: ReadPicture[] = []
  let room = picturesMaxBytes
  for (const id of ids) {
    if (room <= pictureMaxBytes) break
    const entry = entries.get(archivedPicturePath(id))
    const content = entry ? await unpackEntry(zip, entry, pictureMaxBytes).catch(() => null) : null
    room -= content?.byteLength ?? 0
    read.push({ id, bytes: content })
  }
  return read
}
