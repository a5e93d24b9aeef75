/**
 * Conditions on who may see and edit channels, series and videos; the only definition. Every query about channels,
 * series and videos applies them to its tables `playlist`, `series` and `video`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, User } from '#kit/server/reader.ts'
import { status } from '../../rules.ts'
import { mayEdit, onlySuggests } from './may-edit.ts'
import { firstListedRestriction, firstRestriction, firstViewRestriction, isOmittedFromLists } from './restrictions.ts'

export { mayEdit, onlySuggests }

type Condition = RawBuilder<boolean>

/** SQL: whether the user owns the group, or is a member of the team that owns it. Others can't see groups. */
export const mayEditGroup = ({ user }: { user: Pick<User, 'id'> | null }): Condition =>
  user
    ? sql<boolean>`(playlist_group.owner_id = ${user.id} or exists (
        select from team_member where team_member.user_id = ${user.id} and team_member.team_id = playlist_group.owner_id))`
    : sql<boolean>`false`

/** Whether the channel opens by its id. Private channels open only for their editors; for other readers they don't exist. */
export const maySee = (reader: Reader): Condition => sql<boolean>`(playlist.status_id <> ${sql.lit(status.private)} or ${mayEdit(reader)})`

/**
 * Series and videos of public channels open by their own id. Behind a private link they also require the channel's current id
 * (`playlistId`). So a new link revokes access to all of them.
 */
export const maySeeInside = (reader: Reader, playlistId?: string): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} or ${mayEdit(reader)}${
    playlistId === undefined ? sql`` : sql` or (playlist.status_id = ${sql.lit(status.privateLink)} and playlist.id = ${playlistId})`
  })`

const withoutRole = (reader: Reader): Reader => (reader.user ? { ...reader, user: { ...reader.user, isOperator: false } } : reader)

/** The first restriction on a visible channel, and on its series and video; null if there is none. */
export const playlistRestriction = (reader: Reader) => firstRestriction(['playlist'], reader)
export const seriesRestriction = (reader: Reader) => firstRestriction(['playlist', 'series'], reader)
export const videoRestriction = (reader: Reader) => firstRestriction(['playlist', 'series', 'video'], reader)

/** Like {@link playlistRestriction}, without packages, for calls that hide the addresses of locked things. */
export const playlistViewRestriction = (reader: Reader) => firstViewRestriction(['playlist'], reader)
export const seriesViewRestriction = (reader: Reader) => firstViewRestriction(['playlist', 'series'], reader)
export const videoViewRestriction = (reader: Reader) => firstViewRestriction(['playlist', 'series', 'video'], reader)
export const tvChannelViewRestriction = (reader: Reader) => firstViewRestriction(['tv_channel'], reader)

const editingColumns = (reader: Reader) => [mayEdit(reader).as('may_edit'), onlySuggests(reader).as('only_suggests')] as const
/** Columns that decide about access to a channel, series or video. */
export const playlistAccess = (reader: Reader) => [...editingColumns(reader), playlistRestriction(reader).as('restriction')] as const
export const seriesAccess = (reader: Reader) => [...editingColumns(reader), seriesRestriction(reader).as('restriction')] as const
export const videoAccess = (reader: Reader) => [...editingColumns(reader), videoRestriction(reader).as('restriction')] as const

/** The lock of a listed channel, or null. */
export const playlistLock = (reader: Reader) => firstListedRestriction(['playlist'], reader)

/** Whether the reader has access only by the private link. */
export const isPrivateLinkOnly = (reader: Reader): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.privateLink)} and not ${mayEdit(reader)})`

/** Whether the channel is in public lists, possibly with a lock: it is public, and not hidden from this reader. */
export const isListed = (reader: Reader): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} and not ${isOmittedFromLists(['playlist'], withoutRole(reader))})`

/** Whether the reader finds the channel in lists: it is listed, or their own. Others' channels with a private link are never in lists. */
export const mayFind = (reader: Reader): Condition => sql<boolean>`(${isListed(reader)} or ${mayEdit(reader)})`

/** Whether the video is in lists of a visible channel. */
const isShownIn = (reader: Reader): Condition => sql<boolean>`(not ${isOmittedFromLists(['series', 'video'], reader)})`
export const isVideoListed = (reader: Reader): Condition => isShownIn(withoutRole(reader))

/** Whether the series is on the page of a visible channel. Operators also see series that they removed. */
export const isSeriesShown = (reader: Reader): Condition => sql<boolean>`(not ${isOmittedFromLists(['series'], reader)})`
export const isVideoShown = isShownIn

/** Whether an operator removed the thing or its container. */
export const isRemovedPlaylist: Condition = sql<boolean>`(playlist.removed_at is not null)`
export const isRemovedVideo: Condition = sql<boolean>`(playlist.removed_at is not null or series.removed_at is not null or video.removed_at is not null)`

/** SQL on `video` and `playlist`: the lock of a video, or null. With a lock, its address is hidden, even from its owner. */
export const videoLock = (reader: Reader) => firstListedRestriction(['playlist', 'video'], reader)

/** The first restriction on a TV channel, or null. */
export const tvChannelRestriction = (reader: Reader) => firstRestriction(['tv_channel'], reader)
/** The lock of a listed TV channel, or null. With a lock, its addresses are hidden. */
export const tvChannelLock = (reader: Reader) => firstListedRestriction(['tv_channel'], reader)
/** Whether the TV channel is in lists, possibly with a lock. */
export const isTvChannelListed = (reader: Reader): Condition => sql<boolean>`(not ${isOmittedFromLists(['tv_channel'], reader)})`
