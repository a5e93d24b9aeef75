/** Revisions of channels, moves that may be repeated, and events about moves. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'

/** Raises the revisions of channels that are locked. @returns the new ones by id */
export async function raiseRevisions(db: Db, playlistIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await raise(db, playlistIds)).map(({ id, revision }) => [id, revision]))
}
const raise = prepare(
  (_, ids: readonly string[]) => sql<{ id: string; revision: number }>`
    with changed as (select id, key from playlist where id = any(${ids}::text[])),
      raised as (
        insert into channel_revision (playlist_key) select key from changed
        on conflict (playlist_key) do update set revision = channel_revision.revision + 1
        returning playlist_key, revision)
    select changed.id, raised.revision from raised join changed on changed.key = raised.playlist_key`,
)

/** SQL on `playlist`: the number of changes to its content. */
export const contentRevision = sql<number>`coalesce((select revision from channel_revision where channel_revision.playlist_key = playlist.key), 0)`

/** Returns the present revision of a channel. */
export const findRevision = prepareOne((db: Db, playlistId: string) =>
  db.selectFrom('playlist').select(contentRevision.as('revision')).where('playlist.id', '=', playlistId),
)

/** Lists videos in their order, each with the one that it is directly behind. */
export const listPlacedVideos = prepare((db: Db, ids: readonly string[]) =>
  db
    .selectFrom('video')
    .select((eb) => [
      'id',
      eb
        .selectFrom('video as former')
        .select('former.id')
        .whereRef('former.series_id', '=', 'video.series_id')
        .whereRef('former.position', '<', 'video.position')
        .orderBy('former.position', 'desc')
        .limit(1)
        .as('after'),
    ])
    .where('id', 'in', inList(ids))
    .orderBy('position'),
)
/** Lists series in their order, each with the one that it is directly behind. */
export const listPlacedSeries = prepare((db: Db, ids: readonly string[]) =>
  db
    .selectFrom('series')
    .select((eb) => [
      'id',
      eb
        .selectFrom('series as former')
        .select('former.id')
        .whereRef('former.playlist_id', '=', 'series.playlist_id')
        .whereRef('former.position', '<', 'series.position')
        .orderBy('former.position', 'desc')
        .limit(1)
        .as('after'),
    ])
    .where('id', 'in', inList(ids))
    .orderBy('position'),
)

/** Lists the home videos of series that have videos. */
export const listHomes = prepare(
  (_, seriesIds: readonly string[]) => sql<{ in: string; id: string }>`
    select series.id as "in", home.id from series cross join lateral (
      select coalesce(series.home_video_id,
        (select video.id from video where video.series_id = series.id order by video.position limit 1)) as id) home
    where series.id = any(${seriesIds}::text[]) and home.id is not null`,
)

/** Returns the result of a move that this user has already made. */
export const findOperation = prepareOne((db: Db, userId: string, opId: string) =>
  db.selectFrom('move_operation').select(['kind', 'result']).where('user_id', '=', userId).where('op_id', '=', opId),
)
/** @throws a violation of `move_operation_pkey` if a concurrent call has made the move */
export const insertOperation = async (db: Db, userId: string, opId: string, kind: string, result: object): Promise<void> => {
  await db
    .insertInto('move_operation')
    .values({ user_id: userId, op_id: opId, kind, result: JSON.stringify(result) })
    .execute()
}
export const deleteOldOperations = (db: Db): Promise<void> =>
  deleteInBatches(db, 'move_operation', sql`made_at < now() - interval '15 days'`)

/** Lists the accounts whose pages show the changes of a channel: their author, and the members of the team that owns it. */
export const listReceivers = prepare(
  (_, playlistId: string, authorId: string) => sql<{ to: string; team_id: string | null }>`
    select receiver.id as "to", playlist.team_id
    from playlist cross join lateral (
      select ${authorId}::text as id
      union select user_id from team_member where team_id = playlist.team_id and accepted_at is not null) receiver
    where playlist.id = ${playlistId}`,
)
