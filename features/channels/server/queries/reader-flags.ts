/** Columns that depend on what the reader did: follows and likes. */
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { status } from '../../rules.ts'

/** Flags of a channel in lists, as conditions on `playlist` for a user. */
const flagConditions = {
  /** Whether the user follows the channel. False while the channel is not public. */
  is_followed: (userId: string) => sql<boolean>`(playlist.status_id = ${sql.lit(status.public)}
    and exists (select from follow where follow.user_id = ${userId} and follow.playlist_key = playlist.key))`,
}
type TileFlag = keyof typeof flagConditions

export const tileFlags = Object.keys(flagConditions) as TileFlag[]

/** SQL on `playlist`: the reader's flags of a tile; false for guests. */
export const tileFlagColumns = ({ user }: Reader): AliasedRawBuilder<boolean, TileFlag>[] =>
  tileFlags.map((name) => (user ? flagConditions[name](user.id) : sql<boolean>`false`).as(name))

const isLikedBy = ({ user }: Reader, subject: RawBuilder<unknown>): RawBuilder<boolean> =>
  user ? sql<boolean>`exists (select from liking where liking.user_id = ${user.id} and ${subject})` : sql<boolean>`false`

/** SQL on `video`: whether the reader likes the video. */
export const isLiked = (reader: Reader) => isLikedBy(reader, sql`liking.video_id = video.id`)
/** SQL on `playlist`: whether the reader likes the channel. */
export const isPlaylistLiked = (reader: Reader) => isLikedBy(reader, sql`liking.playlist_key = playlist.key`)
