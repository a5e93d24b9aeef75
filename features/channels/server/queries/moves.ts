/** Revisions of channels, moves that may be repeated, and events about moves. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayEdit } from './may-edit.ts'

/** Raises the revisions of channels that are locked. @returns the new revisions by id */
export async function raiseRevisions(db: Db, playlistIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await raiseStoredRevisions(db, playlistIds)).map(({ id, revision }) => [id, revision]))
}
/** SQL of common table expressions: `changed` channels, and their `raised` revisions. The caller holds their locks. */
export const raiseRevisionsSql = (ids: readonly string[]) => sql`
  changed as (select id, key, team_id from playlist where id = any(${ids}::text[])),
  raised as (
    insert into channel_revision (playlist_key) select key from changed
    on conflict (playlist_key) do update set revision = channel_revision.revision + 1
    returning playlist_key, revision)`
const raiseStoredRevisions = prepare(
  (_, ids: readonly string[]) => sql<{ id: string; revision: number }>`
    with ${raiseRevisionsSql(ids)} select changed.id, raised.revision from raised join changed on changed.key = raised.playlist_key`,
)

/** SQL on `playlist`: the number of changes to the channel's content. */
export const contentRevision = sql<number>`coalesce((select revision from channel_revision where channel_revision.playlist_key = playlist.key), 0)`

/** Returns the current revision of a channel. */
export const findRevision = prepareOne((db: Db, playlistId: string) =>
  db.selectFrom('playlist').select(contentRevision.as('revision')).where('playlist.id', '=', playlistId),
)

/** A locked channel after a move. */
export interface ChannelOutcome {
  id: string
  revision: number
  team_id: string | null
  /** Accepted members of the team; null without a team. */
  members: string[] | null
}
export interface MoveOutcome {
  channels: ChannelOutcome[]
  /** Moved items in their order, each with the item directly before it. */
  placed: { id: string; after: string | null }[]
  /** Openers of the series that have videos. */
  homes: { in: string; id: string }[]
}

const parentOf = { video: 'series_id', series: 'playlist_id' } as const
const preparePlaces = (table: 'video' | 'series') => {
  const [row, parent] = [sql.table(table), sql.ref(parentOf[table])]
  return prepare(
    (_, ids: readonly string[]) => sql<MoveOutcome['placed'][number]>`
      select placed.id, former.id as after from ${row} placed left join lateral (
        select id from ${row} where ${parent} = placed.${parent} and position < placed.position order by position desc limit 1) former on true
      where placed.id = any(${ids}::text[]) order by placed.position`,
  )
}
/** Lists items in their order, each with the item directly before it. */
export const listPlaces = { video: preparePlaces('video'), serie: preparePlaces('series') }

const prepareOutcome = (table: 'video' | 'series') => {
  const [row, parent] = [sql.table(table), sql.ref(parentOf[table])]
  return prepareOne(
    (_, channelIds: readonly string[], ids: readonly string[], seriesIds: readonly string[]) => sql<MoveOutcome>`
      with ${raiseRevisionsSql(channelIds)},
        placed as (
          select moved.id, moved.position, former.id as after from ${row} moved left join lateral (
            select id from ${row} where ${parent} = moved.${parent} and position < moved.position order by position desc limit 1) former on true
          where moved.id = any(${ids}::text[])),
        home as (
          select series.id as "in", coalesce(series.home_video_id,
            (select video.id from video where video.series_id = series.id order by video.position limit 1)) as id
          from series where series.id = any(${seriesIds}::text[]))
      select
        (select json_agg(json_build_object('id', changed.id, 'revision', raised.revision, 'team_id', changed.team_id, 'members',
            case when changed.team_id is not null then
              (select json_agg(user_id) from team_member where team_id = changed.team_id) end))
          from raised join changed on changed.key = raised.playlist_key) as channels,
        (select coalesce(json_agg(json_build_object('id', id, 'after', after) order by position), '[]') from placed) as placed,
        (select coalesce(json_agg(home), '[]') from home where id is not null) as homes`,
  )
}
/** Raises the revisions of locked channels and returns their state after a move, in one statement. */
export const finishMove = { video: prepareOutcome('video'), serie: prepareOutcome('series') }

/** Returns the result of a move that this user has already made. */
export const findOperation = prepareOne((db: Db, userId: string, opId: string) =>
  db.selectFrom('move_operation').select(['kind', 'result']).where('user_id', '=', userId).where('op_id', '=', opId),
)
/** A completed move, stored for repeated calls. */
interface Operation {
  userId: string
  opId: string
  kind: string
  result: object
  channels: readonly string[]
  /** JSON of the moved thing. */
  answer: string | undefined
  /** The id of the series to return instead of `answer`. */
  seriesId: string | undefined
}
/** @throws a violation of `move_operation_pkey` if a concurrent call has made the move */
export const insertOperation = async (db: Db, { userId, opId, kind, result, channels, answer, seriesId }: Operation): Promise<void> => {
  await insertOperationRow(db, userId, opId, kind, JSON.stringify(result), channels, answer ?? null, seriesId ?? null)
}
const insertOperationRow = prepare(
  (
    _,
    userId: string,
    opId: string,
    kind: string,
    result: string,
    channels: readonly string[],
    answer: string | null,
    seriesId: string | null,
  ) => sql<object>`
    insert into move_operation (user_id, op_id, kind, result, channels, answer)
    values (${userId}, ${opId}, ${kind}, ${result}::jsonb, ${channels}::text[], coalesce(${answer}::json, (
      select json_build_object(
        'id', series.id, 'playlist_id', series.playlist_id, 'name', series.name, 'description', series.description, 'is_cut', false,
        'type', series.type, 'owner', playlist.owner_id, 'source', null, 'shared', null, 'videos', json_build_array(),
        'position', (select count(*) from series before where before.playlist_id = series.playlist_id and before.position < series.position))
      from series join playlist on playlist.id = series.playlist_id where series.id = ${seriesId})))`,
)

/** Returns a move that the reader has made, if they may still edit its channels; deleted channels don't count. */
export const findEarlierMove = prepare(
  (_, reader: Reader, opId: string) => sql<{ kind: string; result: object; answer: object | null }>`
    select kind, result, answer from move_operation
    where user_id = ${reader.user?.id ?? ''} and op_id = ${opId}
      and not exists (select from playlist where id = any(channels) and not ${mayEdit(reader)})`,
)
export const deleteOldOperations = (db: Db): Promise<void> =>
  deleteInBatches(db, 'move_operation', sql`made_at < now() - interval '15 days'`)

/** Lists the accounts that see who has a channel open: the user, and the members of the team that owns the channel. */
export const listReceivers = prepare(
  (_, playlistId: string, userId: string) => sql<{ to: string; team_id: string | null }>`
    select receiver.id as "to", playlist.team_id
    from playlist cross join lateral (
      select ${userId}::text as id
      union select user_id from team_member where team_id = playlist.team_id) receiver
    where playlist.id = ${playlistId}`,
)
