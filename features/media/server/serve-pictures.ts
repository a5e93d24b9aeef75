import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { sendStoredFile } from '#kit/server/http/send-stored-file.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { guestReader, type Reader, type User } from '#kit/server/reader.ts'
import { parsePictureAddress, pictureWidths } from '../picture-addresses.ts'
import { type Edge, edgeCacheControl } from './edge/edge.ts'
import type { PictureSignatures } from './picture-signatures.ts'
import { pictureKey } from './picture-files.ts'
import type { PictureAccess } from './queries/picture-access.ts'

export interface PictureServerOptions {
  db: Db
  storage: Storage
  access: PictureAccess
  signatures: PictureSignatures
  /** The CDN, if there is one. */
  edge?: Edge | undefined
  /** Returns the reader of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
}

/**
 * The content of a URL never changes, so browsers cache it for ever. Shared caches revalidate daily, because a picture may become private.
 * Restricted pictures are not stored in shared caches.
 */
const cacheControls = {
  public: 'public, max-age=31536000, s-maxage=86400, immutable',
  private: 'private, max-age=86400',
} as const

const sizePattern = /^(\d{1,4})\.webp$/

/** Serves pictures to readers who may see a thing that shows the picture, or who have a signed URL. */
export function servePictures(app: FastifyInstance, { db, storage, access, signatures, edge, findReader }: PictureServerOptions): void {
  /** @returns the caching class for this reader; undefined if the picture is missing, or hidden from the reader */
  async function openTo(db: Db, request: FastifyRequest, id: string): Promise<keyof typeof cacheControls | undefined> {
    const query = new URL(request.url, 'http://own.invalid').searchParams
    if (await access.isPublic(db, id)) return 'public'
    const link = await signatures.linkOf(db, id, query)
    if (link !== undefined && (await access.isLinked(db, id, guestReader, link))) return 'private'
    const reader = await findReader(db, request)
    if (!reader) return undefined
    if (await signatures.isSignedForUser(db, id, query, reader.user.id)) return 'private'
    const isSeen = (await access.isSeenBy(db, id, reader)) || (link !== undefined && (await access.isLinked(db, id, reader, link)))
    return isSeen ? 'private' : undefined
  }

  /** @throws 404 if the path isn't that of a picture */
  function readAddress(request: FastifyRequest) {
    const { id: pictureName, size } = request.params as { id: string; size: string }
    const requestedWidth = Number(sizePattern.exec(size)?.[1])
    const picture = parsePictureAddress(pictureName)
    if (
      !picture ||
      picture.id !== pictureName ||
      !(picture.widths.includes(requestedWidth) || pictureWidths.some((width) => width === requestedWidth))
    )
      return fail(commonErrors.not_found)
    // Every picture has a URL for each standard width. For widths above its own, the original size is served.
    const width = picture.widths.find((candidate) => candidate >= requestedWidth) ?? picture.width
    return {
      id: picture.id,
      name: size,
      file: { key: pictureKey(picture.id, width), type: 'image/webp', etag: `"${picture.id}-${width}"` },
    }
  }

  app.get('/media/pictures/:id/:size', async (request, reply) => {
    const { id, file } = readAddress(request)
    const opened =
      (await withRequestDatabase(db, reply, { endOnDisconnect: true }, (ownDb) => openTo(ownDb, request, id))) ??
      fail(commonErrors.not_found)
    return sendStoredFile(request, reply, storage, { ...file, cacheControl: cacheControls[opened] })
  })

  if (!edge) return
  app.get('/media/edge/pictures/:id/:size', async (request, reply) => {
    const { id, name, file } = readAddress(request)
    const requestedFile = { kind: 'pictures', folder: id, name } as const
    if (!(await withRequestDatabase(db, reply, { endOnDisconnect: true }, (ownDb) => edge.admits(ownDb, request, requestedFile))))
      return edge.refuse(reply)
    return sendStoredFile(request, edge.addHeaders(reply), storage, { ...file, cacheControl: edgeCacheControl(31_536_000) })
  })
}
