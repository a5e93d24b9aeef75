import { randomInt } from 'node:crypto'
import type { Db } from '#kit/server/db/db.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { EncodedPicture } from './picture-encoder.ts'
import { deletePicture, insertPicture } from './queries.ts'

/** Spreads pictures over a fixed number of folders, to limit the files per folder. */
const picturePrefix = (id: string) => `pictures/${id.slice(0, 2)}/${id}-`
export const pictureKey = (id: string, width: number) => `${picturePrefix(id)}${width}.webp`

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomPart = () => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
/** Creates the id of an encoded picture. */
export const createPictureId = ({ width, height, colour }: Pick<EncodedPicture, 'width' | 'height' | 'colour'>) =>
  `${randomPart()}-${width}x${height}-${colour}`

/** Stores a picture's row, and a file for each size. @returns its id */
export async function writePicture(db: Db, storage: Storage, encoded: EncodedPicture): Promise<string> {
  const id = createPictureId(encoded)
  // Inserts the row before the files, because the job for unused pictures finds pictures by row, and deletes incomplete pictures too.
  await insertPicture(db, { id, bytes: storedBytes(encoded) })
  const written = await Promise.allSettled(encoded.sizes.map(({ width, data }) => storage.put(pictureKey(id, width), data, 'image/webp')))
  const failed = written.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    await storage.deletePrefix(picturePrefix(id)).catch(() => undefined)
    throw failed.reason
  }
  return id
}

/** Returns the bytes of a picture's files. */
export const storedBytes = ({ sizes }: Pick<EncodedPicture, 'sizes'>) => sizes.reduce((sum, { data }) => sum + data.byteLength, 0)

/** Deletes a picture's row and files. @returns false, without any change, if something references the picture by now */
export async function removePicture(db: Db, storage: Storage, id: string): Promise<boolean> {
  const isRemoved = await deletePicture(db, id)
  if (isRemoved) await storage.deletePrefix(picturePrefix(id))
  return isRemoved
}
