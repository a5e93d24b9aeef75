import { sql } from 'kysely'
import { type Db, queryIds } from '#kit/server/db/db.ts'

export type ItemType = 'video' | 'serie'

/** A video or series. */
export interface Item {
  id: string
  name: string
  /** For a series: its own id. */
  series_id: string
  playlist_id: string
  /** For a video: the id of its series. For a series: the id of its channel. */
  container: string
}
/** Returns the videos or series with these ids that exist. */
export const findItems = async (db: Db, type: ItemType, ids: readonly string[]): Promise<Item[]> =>
  (
    await (
      type === 'video'
        ? sql<Item>`
          select video.id, video.title as name, video.series_id, series.playlist_id, video.series_id as container
          from video join series on series.id = video.series_id where video.id = any(${[...ids]}::text[])`
        : sql<Item>`
          select id, name, id as series_id, playlist_id, playlist_id as container from series where id = any(${[...ids]}::text[])`
    ).execute(db)
  ).rows

/**
 * Lists the channels of containers.
 * @param type of the contained items: containers of videos are series, containers of series are channels
 */
export const listChannelsHolding = (db: Db, type: ItemType, containerIds: readonly string[]): Promise<string[]> =>
  queryIds(
    db,
    type === 'serie'
      ? sql`select id from playlist where id = any(${[...containerIds]}::text[])`
      : sql`select playlist_id as id from series where id = any(${[...containerIds]}::text[])`,
  )

/** Finds channels of a team, with the section or group of each. */
export const findChannels = async (db: Db, teamId: string, ids: readonly string[]) =>
  (
    await sql<{ id: string; name: string; place: string }>`
      select id, name, coalesce(group_id, section) as place from playlist where team_id = ${teamId} and id = any(${[...ids]}::text[])`.execute(
      db,
    )
  ).rows

/** Finds a group of a team's channels. */
export const findGroup = async (db: Db, teamId: string, id: string) =>
  (
    await sql<{
      id: string
      status_id: number
    }>`select id, status_id from playlist_group where owner_id = ${teamId} and id = ${id}`.execute(db)
  ).rows[0]
