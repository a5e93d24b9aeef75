import { type RawBuilder, sql } from 'kysely'
import { guestReader } from '#kit/server/reader.ts'
import type { PictureId, PictureUses } from '#kit/server/picture-uses.ts'
import type { Db } from '#kit/server/db/db.ts'
import {
  isListed,
  isRemovedPlaylist,
  isRemovedVideo,
  isVideoListed,
  isVideoShown,
  mayEdit,
  mayEditGroup,
  mayFind,
  maySee,
  playlistViewRestriction,
  videoViewRestriction,
} from './access.ts'

type Condition = RawBuilder<boolean>

/** Whether a channel that fulfils `playlistCondition`, or a video that fulfils `videoCondition`, shows the picture. */
const isShown = (id: PictureId, playlistCondition: Condition, videoCondition: Condition = playlistCondition): Condition => {
  const byVideo = (column: 'picture_id' | 'more_picture_id') => sql`exists (
    select from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
    where video.${sql.raw(column)} = ${id} and ${videoCondition})`
  return sql`(exists (select from playlist where playlist.picture_id = ${id} and ${playlistCondition})
    or ${byVideo('picture_id')} or ${byVideo('more_picture_id')})`
}

const isOfOwnGroup = (id: string, user: { id: string }): Condition => sql`exists (
  select from playlist_group where playlist_group.picture_id = ${id} and ${mayEditGroup({ user })})`

/** Access to pictures of channels, groups and videos. Behind a private link, the picture's address must be signed with that link. */
export const channelsPictures: PictureUses = {
  isPublic: (id) => isShown(id, isListed(guestReader), sql`${isListed(guestReader)} and ${isVideoListed(guestReader)}`),
  isSeenBy: (id, reader) => sql`(${isShown(id, mayFind(reader), sql`${mayFind(reader)} and ${isVideoListed(reader)}`)}
    or ${isOfOwnGroup(id, reader.user)} ${reader.user.isOperator ? sql`or ${isShown(id, isRemovedPlaylist, isRemovedVideo)}` : sql``})`,
  isLinked: (id, reader, link) => {
    const opens = sql<boolean>`(playlist.id = ${link} and ${maySee(reader)})`
    return isShown(
      id,
      sql`(${opens} and ${playlistViewRestriction(reader)} is null)`,
      sql`(${opens} and ${isVideoShown(reader)} and ${videoViewRestriction(reader)} is null)`,
    )
  },
  isOwnedBy: (id, userId) =>
    sql`(${isShown(id, mayEdit({ user: { id: userId, isInTeams: true } }))} or ${isOfOwnGroup(id, { id: userId })})`,
}

/**
 * Sets a picture on channels and videos that were created before it. A picture that a user has since chosen for a channel stays. A video's
 * picture is replaced, as it may come from the video's page.
 */
export async function attachPicture(db: Db, pictureId: string, owners: { playlistIds: readonly string[]; videoIds: readonly string[] }) {
  await sql`update playlist set picture_id = ${pictureId} where id = any(${[...owners.playlistIds]}::text[]) and picture_id is null`.execute(
    db,
  )
  await sql`update video set picture_id = ${pictureId} where id = any(${[...owners.videoIds]}::text[])`.execute(db)
}
