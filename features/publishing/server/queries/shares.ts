import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Source of a shared thing: a channel or a TV channel. */
export type ShareSource = {
  /** Path and query on this site. */
  path: string
  /** Where the sharer found it on another site. */
  link?: string | undefined
} & ({ playlistId: string } | { tvChannelId: string })

/** Stores the source of a copy. */
export const insertShare = (db: Db, copy: { video_id: string } | { series_id: string }, from: ShareSource) =>
  db
    .insertInto('direct_share')
    .values({
      ...copy,
      address: from.path,
      link: from.link ?? null,
      ...('playlistId' in from ? { playlist_id: from.playlistId } : { tv_channel_id: from.tvChannelId }),
    })
    .execute()

/** Returns a channel's first series of single videos: neither a banner nor a shared series. */
export const findSeriesOfSingles = async (db: Db, playlistId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('series')
      .select('series.id')
      .where('series.playlist_id', '=', playlistId)
      .where('series.type', 'is', null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('direct_share').select(sql.lit(1).as('one')).whereRef('series_id', '=', 'series.id'))))
      .orderBy('series.position')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Returns the channel of a shared thing and the thing's number of videos; undefined if it was deleted. */
export async function findShared(
  db: Db,
  thing: { video: string } | { series: string },
): Promise<{ playlist_key: number; videos: number } | undefined> {
  const series = 'series' in thing ? thing.series : null
  const { rows } = await sql<{ playlist_key: number; videos: number }>`
    select playlist.key as playlist_key,
      case when ${series}::text is null then 1 else greatest(1, (select count(*) from video where video.series_id = series.id)) end as videos
    from series join playlist on playlist.id = series.playlist_id
    where series.id = coalesce(${series}, (select series_id from video where id = ${'video' in thing ? thing.video : null}))
      and playlist.kind = 'direct_publish'`.execute(db)
  return rows[0]
}

/** Returns followers of a user or their channel after `after`, by id. */
export async function listFollowers(
  db: Db,
  { userId, playlistKey }: { userId: string; playlistKey: number },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from (
      (select user_id from follow where playlist_key = ${playlistKey} and user_id > ${after} order by user_id limit ${limit})
      union all
      (select user_id from follow where followed_user_id = ${userId} and user_id > ${after} order by user_id limit ${limit})
    ) as either order by user_id limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
