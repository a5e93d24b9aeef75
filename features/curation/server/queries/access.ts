/**
 * Who may see and who may edit what: the only place that says so. Every query about channels, series and videos puts these
 * conditions on its tables `playlist` and `video`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#kit/server/viewer.ts'
import { status } from '../../rules.ts'

type Condition = RawBuilder<boolean>

/** The owner may, and of a team whoever accepted to be a member of it. */
export const mayEdit = (viewer: Pick<Viewer, 'userId'> | null): Condition =>
  viewer
    ? sql<boolean>`(playlist.owner_id = ${viewer.userId} or (playlist.team_id is not null and exists (
        select from team_member
        where team_member.user_id = ${viewer.userId} and team_member.team_id = playlist.team_id and team_member.accepted_at is not null)))`
    : sql<boolean>`false`

/** Who knows the id of a channel may open it unless it is private. To all others a private one does not exist. */
export const maySee = (viewer: Viewer | null): Condition =>
  sql<boolean>`(playlist.status_id <> ${sql.lit(status.private)} or ${mayEdit(viewer)})`

/**
 * What is in a channel opens by an id of its own where everybody may look. Behind a private link it takes the channel's present id
 * too (`playlistId`), so that a new link closes all that was known of it.
 */
export const maySeeInside = (viewer: Viewer | null, playlistId?: string): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} or ${mayEdit(viewer)}${
    playlistId === undefined ? sql`` : sql` or (playlist.status_id = ${sql.lit(status.privateLink)} and playlist.id = ${playlistId})`
  })`

/** What keeps somebody who may see a channel (and its video) from it all the same. */
export type Barrier = 'adult_only'
const adultBarrier = (table: 'playlist' | 'video', viewer: Viewer | null): Condition =>
  viewer?.seesAdult ? sql<boolean>`false` : sql<boolean>`(${sql.ref(`${table}.adult`)} and not ${mayEdit(viewer)})`
const barrier = (condition: Condition): RawBuilder<Barrier | null> => sql<Barrier | null>`case when ${condition} then 'adult_only' end`

/** The code of the refusal by direct id, or null. */
export const playlistBarrier = (viewer: Viewer | null) => barrier(adultBarrier('playlist', viewer))
export const videoBarrier = (viewer: Viewer | null) =>
  barrier(sql<boolean>`(${adultBarrier('playlist', viewer)} or ${adultBarrier('video', viewer)})`)

/** Is seen by its link alone: whoever asks is a stranger to it. */
export const isBehindLink = (viewer: Viewer | null): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.privateLink)} and not ${mayEdit(viewer)})`

/** Stands in lists of everybody's channels: public, and nothing keeps the viewer from it. */
export const isListed = (viewer: Viewer | null): Condition =>
  sql<boolean>`(playlist.status_id = ${sql.lit(status.public)} and not ${adultBarrier('playlist', viewer)})`

/** May stand in any list of the viewer's: what is listed, and one's own. A private link is told by nobody but whoever shares it. */
export const mayFind = (viewer: Viewer | null): Condition => sql<boolean>`(${isListed(viewer)} or ${mayEdit(viewer)})`

/** The scopes of `playlist_word` in which the channels stand that {@link mayFind} lets this viewer find. */
export const findableScopes = (viewer: Viewer | null): RawBuilder<string[]> =>
  viewer
    ? sql<string[]>`(array['public', ${viewer.seesAdult ? sql`'adult', ` : sql``}${viewer.userId}::text] || array(
        select team_id from team_member where team_member.user_id = ${viewer.userId} and team_member.accepted_at is not null limit 50))`
    : sql<string[]>`array['public']`

/** Stands in the lists of a channel that the viewer sees. */
export const isVideoListed = (viewer: Viewer | null): Condition => sql<boolean>`(not ${adultBarrier('video', viewer)})`
