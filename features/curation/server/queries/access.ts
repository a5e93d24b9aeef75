/**
 * Who may see and who may edit what: the only place that says so. Every query about channels, series and videos puts these
 * conditions on its tables `playlist`, `series` and `video`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, User } from '#kit/server/reader.ts'
import { status } from '../../rules.ts'
import { mayEdit } from './may-edit.ts'
import { firstLock, firstRestriction, isLeftOut } from './restrictions.ts'

export { mayEdit }

type Condition = RawBuilder<boolean>

/** Nobody but its owner sees a group: a person, or whoever accepted to be a member of a team. */
export const mayEditGroup = ({ user }: { user: Pick<User, 'id'> | null }): Condition =>
  user
    ? sql<boolean>`(playlist_group.owner_id = ${user.id} or exists (
        select from team_member where team_member.user_id = ${user.id} and team_member.team_id = playlist_group.owner_id
        and team_member.accepted_at is not null))`
    : sql<boolean>`false`

/** Who knows the id of a channel may open it unless it is private. To all others a private one does not exist. */
export const maySee = (reader: Reader): Condition => sql<boolean>`(playlist.status_id <> ${sql.lit(status.private)} or ${mayEdit(reader)})`

/**
 * What is in a channel opens by an id of its own where everybody may look. Behind a private link it takes the channel's present id
 * too (`playlistId`), so that a new link closes all that was known of it.
 */
export const maySeeInside = (reader: Reader, playlistId?: string): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} or ${mayEdit(reader)}${
    playlistId === undefined ? sql`` : sql` or (playlist.status_id = ${sql.lit(status.privateLink)} and playlist.id = ${playlistId})`
  })`

const asAnybody = (reader: Reader): Reader => (reader.user ? { ...reader, user: { ...reader.user, isOperator: false } } : reader)

/** The first restriction that keeps somebody who may see a channel (and its series, and its video) from it all the same, or null. */
export const playlistRestriction = (reader: Reader) => firstRestriction(['playlist'], reader)
export const seriesRestriction = (reader: Reader) => firstRestriction(['playlist', 'series'], reader)
export const videoRestriction = (reader: Reader) => firstRestriction(['playlist', 'series', 'video'], reader)

/** What decides over a channel, a series or a video before anything is done with it. */
export const playlistAccess = (reader: Reader) => [mayEdit(reader).as('may_edit'), playlistRestriction(reader).as('restriction')] as const
export const seriesAccess = (reader: Reader) => [mayEdit(reader).as('may_edit'), seriesRestriction(reader).as('restriction')] as const
export const videoAccess = (reader: Reader) => [mayEdit(reader).as('may_edit'), videoRestriction(reader).as('restriction')] as const

/** The lock with which a channel is listed, or null. */
export const playlistLock = (reader: Reader) => firstLock(['playlist'], reader)

/** Is seen by its link alone: whoever asks is a stranger to it. */
export const isBehindLink = (reader: Reader): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.privateLink)} and not ${mayEdit(reader)})`

/** Stands in lists of everybody's channels, perhaps with a lock: public, and not left out for this reader. */
export const isListed = (reader: Reader): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} and not ${isLeftOut(['playlist'], asAnybody(reader))})`

/** May stand in any list of the reader's: what is listed, and one's own. A private link is told by nobody but whoever shares it. */
export const mayFind = (reader: Reader): Condition => sql<boolean>`(${isListed(reader)} or ${mayEdit(reader)})`

const teamsOf = ({ id }: User) => sql` || array(
        select team_id from team_member where team_member.user_id = ${id} and team_member.accepted_at is not null limit 50)`

/** The scopes of `playlist_word` in which the channels stand that {@link mayFind} lets this reader find. */
export const findableScopes = ({ user }: Reader): RawBuilder<string[]> =>
  user
    ? sql<string[]>`(array['public', ${user.seesAdult ? sql`'adult', ` : sql``}${user.id}::text]${user.isInTeams ? teamsOf(user) : sql``})`
    : sql<string[]>`array['public']`

/** Stand in the lists of a channel that the reader sees. */
const isVideoIn = (reader: Reader): Condition => sql<boolean>`(not ${isLeftOut(['series', 'video'], reader)})`
export const isVideoListed = (reader: Reader): Condition => isVideoIn(asAnybody(reader))

/** Stand on the page of a channel that the reader sees: operators find there what they have removed. */
export const isSeriesShown = (reader: Reader): Condition => sql<boolean>`(not ${isLeftOut(['series'], reader)})`
export const isVideoShown = isVideoIn

/** An operator has removed it, alone or with what it is in. */
export const isRemovedPlaylist: Condition = sql<boolean>`(playlist.removed_at is not null)`
export const isRemovedVideo: Condition = sql<boolean>`(playlist.removed_at is not null or series.removed_at is not null or video.removed_at is not null)`

/** With this lock no address of a video is told, to its owner neither; null: there is none. */
export const videoLock = (reader: Reader) => firstLock(['video'], reader)

/** The first restriction that keeps somebody from a TV channel, or null. */
export const tvChannelRestriction = (reader: Reader) => firstRestriction(['tv_channel'], reader)
/** The lock with which a TV channel is listed, or null: with one, no address of it is told. */
export const tvChannelLock = (reader: Reader) => firstLock(['tv_channel'], reader)
/** Stands in lists of TV channels, perhaps with a lock. */
export const isTvChannelListed = (reader: Reader): Condition => sql<boolean>`(not ${isLeftOut(['tv_channel'], reader)})`
