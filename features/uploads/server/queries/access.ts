/** Access to an upload's files: a reader has it if they may see a video that plays the upload. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { guestReader, type Reader } from '#kit/server/reader.ts'
import type { PictureId, PictureUses } from '#kit/server/picture-uses.ts'
import { mayEdit, maySeeInside, videoRestriction } from '#features/channels/server/queries/access.ts'

const inVideos = (condition: RawBuilder<unknown>, isAllowed: RawBuilder<unknown>) => sql<boolean>`exists (
  select from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
  where ${condition} and ${isAllowed})`

const canOpen = (reader: Reader, link?: string) => sql`(${maySeeInside(reader, link)} and ${videoRestriction(reader)} is null)`

/** SQL: whether everyone may see the video, in every country. */
const canOpenEverywhere = () => sql`(${canOpen(guestReader)} and video.blocked_countries = '{}')`

const publicUploads = prepare(
  (_db, ids: readonly string[]) => sql<{ id: string }>`
    select requested.id from unnest(${ids}::text[]) requested (id) where ${inVideos(sql`video.upload_id = requested.id`, canOpenEverywhere())}`,
)
/** Returns the uploads with a video that everyone may see, in every country. */
export const listPublicUploads = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await publicUploads(db, ids)).map(({ id }) => id)

const publicVideos = prepare(
  (_db, ids: readonly string[]) => sql<{ id: string }>`
    select requested.id from unnest(${ids}::text[]) requested (id) where ${inVideos(sql`video.id = requested.id`, canOpenEverywhere())}`,
)
export const listPublicVideos = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await publicVideos(db, ids)).map(({ id }) => id)

const isSeen = prepareOne((db: Db, uploadId: string, reader: Reader, link?: string) =>
  db.selectNoFrom(inVideos(sql`video.upload_id = ${uploadId}`, canOpen(reader, link)).as('holds')),
)
/** Whether the reader may see a video that plays this upload. @param link id of a channel whose private link the reader knows */
export const maySeeUpload = async (db: Db, uploadId: string, reader: Reader, link?: string): Promise<boolean> =>
  (await isSeen(db, uploadId, reader, link))?.holds ?? false

const isVideoSeen = prepareOne((db: Db, videoId: string, reader: Reader, link?: string) =>
  db.selectNoFrom(inVideos(sql`video.id = ${videoId}`, canOpen(reader, link)).as('holds')),
)
/** @param link as in {@link maySeeUpload} */
export const maySeeVideo = async (db: Db, videoId: string, reader: Reader, link?: string): Promise<boolean> =>
  (await isVideoSeen(db, videoId, reader, link))?.holds ?? false

const isPoster = (pictureId: PictureId, isAllowed: RawBuilder<unknown>) => sql<boolean>`exists (
  select from upload_poster join video on video.upload_id = upload_poster.upload_id
  join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
  where upload_poster.picture_id = ${pictureId} and ${isAllowed})`

/** Lets the users who can edit an uploaded video see and use its posters. */
export const uploadsPictures: PictureUses = {
  isPublic: (id) => isPoster(id, mayEdit(guestReader)),
  isSeenBy: (id, reader) => isPoster(id, mayEdit(reader)),
  isOwnedBy: (id, userId) => isPoster(id, mayEdit({ user: { id: userId, isInTeams: true } })),
}
