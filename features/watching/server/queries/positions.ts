import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayFind, tvChannelLock, tvChannelViewRestriction, videoViewRestriction } from '#features/channels/server/queries/access.ts'
import { cardColumns, nullOrderColumn, tileColumns } from '#features/channels/server/queries/columns.ts'
import type { PlaylistTile } from '#features/channels/contract/tiles.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { ContinueProgramme, Position } from '../../contract.ts'
import { reportChanges } from './playbacks.ts'
import { programmePicture, programmeSeconds, programmeTitle, startOnChannel, stopOnChannel } from './programmes.ts'

export interface NewPosition {
  position: number
  /** Duration in seconds; null leaves the stored duration. */
  duration: number | null
  watched: boolean
}

/** The thing that a position is in: a video, or a programme on a TV channel. */
export type PositionTarget = { video: string } | { programme: string; tvChannel: string }

const upsertSql = (userId: string, target: PositionTarget, { position, duration, watched }: NewPosition) => {
  const watchedAt = watched ? sql`now()` : sql`null`
  const columns = sql`position = excluded.position, duration = coalesce(excluded.duration, kept.duration),
      watched_at = excluded.watched_at, reported_at = now()`
  return 'video' in target
    ? sql<Position>`
    insert into watch_position as kept (user_id, video_id, position, duration, watched_at)
    values (${userId}, ${target.video}, ${position}, ${duration}, ${watchedAt})
    on conflict (user_id, video_id) do update set ${columns}
    returning 'video' as viewable_type, video_id as id, position, duration, watched_at is not null as watched`
    : sql<Position>`
    insert into programme_position as kept (user_id, programme_id, tv_channel_id, position, duration, watched_at)
    values (${userId}, ${target.programme}, ${target.tvChannel}, ${position}, ${duration}, ${watchedAt})
    on conflict (user_id, programme_id) do update set tv_channel_id = excluded.tv_channel_id, ${columns}
    returning 'epg' as viewable_type, programme_id as id, position, duration, watched_at is not null as watched`
}

/** Stores a position. @throws a foreign key error if the video or TV channel was deleted concurrently */
export const upsertPosition = prepareOne((_: Db, userId: string, target: PositionTarget, position: NewPosition) =>
  upsertSql(userId, target, position),
)

/** Stores the position of a playback, and the time of the report, so that the playback doesn't end. */
export const reportPosition = prepareOne(
  (_: Db, processId: string, userId: string, target: PositionTarget, position: NewPosition) => sql<Position>`
    with heard as (
      update view_process set reported_at = ${reportChanges.reported_at}, uncounted_ms = ${reportChanges.uncounted_ms}, is_to_count = ${reportChanges.is_to_count}, ended_at = null
      where id = ${processId})
    ${upsertSql(userId, target, position)}`,
)

type KnownPosition = Omit<Position, 'id' | 'viewable_type'>
export const findPosition = prepareOne((_: Db, userId: string, target: PositionTarget) =>
  'video' in target
    ? sql<KnownPosition>`
    select coalesce(watch_position.position, 0) as position, coalesce(watch_position.duration, nullif(video.duration, 0)) as duration,
      watch_position.watched_at is not null as watched
    from video left join watch_position on watch_position.video_id = video.id and watch_position.user_id = ${userId}
    where video.id = ${target.video}`
    : sql<KnownPosition>`
    select coalesce(kept.position, 0) as position, coalesce(kept.duration, ${programmeSeconds}) as duration,
      kept.watched_at is not null as watched
    from programme left join programme_position kept on kept.programme_id = programme.id and kept.user_id = ${userId}
    where programme.id = ${target.programme}`,
)

/** Deletes the position of the video or programme with this id. */
export const deletePosition = (db: Db, userId: string, id: string) =>
  sql`
    with of_programme as (delete from programme_position where user_id = ${userId} and programme_id = ${id})
    delete from watch_position where user_id = ${userId} and video_id = ${id}`.execute(db)

export async function deletePositions(db: Db, userId: string): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.ref(table)} where user_id = ${userId}`.execute(db)
}

const tables = ['watch_position', 'programme_position'] as const

/** Deletes positions in deleted programmes, and those beyond each user's latest ones. */
export async function deleteOldPositions(db: Db, maxPerUser: number): Promise<void> {
  await sql`delete from programme_position where not exists (select from programme where programme.id = programme_id)`.execute(db)
  for (const table of tables) {
    const positions = sql.ref(table)
    await sql`
    delete from ${positions} using (
      select user_id, reported_at as oldest from (
        select user_id, reported_at, row_number() over (partition by user_id order by reported_at desc) as number
        from ${positions} where user_id in (select user_id from ${positions} group by user_id having count(*) > ${maxPerUser})
      ) as numbered where number = ${maxPerUser}
    ) as limited
    where ${positions}.user_id = limited.user_id and ${positions}.reported_at < limited.oldest`.execute(db)
  }
}

/** Lists the reader's positions with these ids; if undefined, the latest positions. */
export const listPositions = prepare((_: Db, { user }: Reader, limit: number, ids: readonly string[] | undefined) => {
  const isRequested = (column: string) => (ids === undefined ? sql`true` : sql`${sql.ref(column)} in ${inList(ids)}`)
  return sql<Position>`
    select viewable_type, id, position, duration, watched from (
      (select 'video' as viewable_type, video_id as id, watch_position.position, coalesce(watch_position.duration, nullif(video.duration, 0)) as duration,
        watch_position.watched_at is not null as watched, watch_position.reported_at
      from watch_position join video on video.id = video_id
      where watch_position.user_id = ${user?.id ?? ''} and ${isRequested('watch_position.video_id')}
      order by watch_position.reported_at desc limit ${limit})
      union all
      (select 'epg', programme_id, position, coalesce(duration, ${programmeSeconds}), watched_at is not null, reported_at
      from programme_position join programme on programme.id = programme_id
      where user_id = ${user?.id ?? ''} and ${isRequested('programme_position.programme_id')}
      order by reported_at desc limit ${limit})
    ) as latest order by reported_at desc limit ${limit}`
})

/** Lists videos that the reader has begun to watch and can see, latest first, after `after`. */
export const listVideosToContinue = prepare((db: Db, reader: Reader, limit: number, after: { time: string; id: string } | undefined) =>
  db
    .selectFrom('watch_position')
    .innerJoin('video', 'video.id', 'watch_position.video_id')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .select((eb) => [
      'video.id',
      exactIsoTime(sql.ref('watch_position.reported_at')).as('time'),
      jsonText(db, eb, [
        ...cardColumns(reader)(eb),
        'video.series_id',
        jsonObjectFrom(db.selectNoFrom([...tileColumns(reader)(eb), nullOrderColumn] as never))
          .$notNull()
          .$castTo<PlaylistTile>()
          .as('playlist'),
        'watch_position.position',
        isoTime(sql.ref('watch_position.reported_at')).as('viewed_at'),
      ]).as('json'),
    ])
    .where('watch_position.user_id', '=', reader.user?.id ?? '')
    .where('watch_position.watched_at', 'is', null)
    .where('watch_position.position', '>', 0)
    .where(mayFind(reader))
    .where(videoViewRestriction(reader), 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(watch_position.reported_at, video.id) < (${after?.time ?? ''}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('watch_position.reported_at', 'desc')
    .orderBy('video.id', 'desc')
    .limit(limit),
)

/** Lists programmes that the reader has begun to watch and that catch-up can still play, latest first. */
export const listProgrammesToContinue = prepare(
  (_: Db, reader: Reader, limit: number, language: Language) => sql<Omit<ContinueProgramme, 'epg_url'>>`
    select programme.id as epg_id, ${programmeTitle(language)} as title, ${programmePicture} as image,
      tv_channel.id as channel_id, tv_channel.name as channel_name, coalesce(${tvChannelLock(reader)} = 'tier_required', false) as is_locked, ${pictureAddress('tv_channel.picture_id')} as "logoId",
      ${isoTime(startOnChannel)} as "startTime", ${isoTime(stopOnChannel)} as "stopTime", kept.position,
      coalesce(kept.duration, ${programmeSeconds}) as duration, ${isoTime(sql.ref('kept.reported_at'))} as viewed_at
    from programme_position kept
    join programme on programme.id = kept.programme_id
    join tv_channel on tv_channel.id = kept.tv_channel_id and tv_channel.guide_channel_id = programme.guide_channel_id
    where kept.user_id = ${reader.user?.id ?? ''} and kept.watched_at is null and kept.position > 0
      and ${startOnChannel} >= now() - make_interval(days => reachable_days(tv_channel.catchup_mode, tv_channel.dvr_base, tv_channel.catchup_days))
      and ${tvChannelViewRestriction(reader)} is null
    order by kept.reported_at desc limit ${limit}`,
)
