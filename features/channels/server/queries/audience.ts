import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Ids of the changed things, by type. */
export interface ChangedThings {
  playlist: readonly string[]
  series: readonly string[]
  video: readonly string[]
  group: readonly string[]
  team: readonly string[]
}

/**
 * Finds the things that teams own, with the members of those teams. Each member gets only topics of their own teams' things and activity.
 */
export async function findTeamAudience(
  db: Db,
  changedItems: ChangedThings,
  teamId: string | null,
): Promise<{ user_id: string; topics: readonly string[] }[]> {
  const ids = (list: readonly string[]) => sql`any(${[...list]}::text[])`
  const { rows } = await sql<{ user_id: string; topics: string[] }>`
    with owned as (
      select 'playlist:' || id as topic, team_id from playlist where id = ${ids(changedItems.playlist)}
      union all select 'series:' || series.id, team_id from series join playlist on playlist.id = series.playlist_id
        where series.id = ${ids(changedItems.series)}
      union all select 'video:' || video.id, team_id from video join series on series.id = video.series_id
        join playlist on playlist.id = series.playlist_id where video.id = ${ids(changedItems.video)}
      union all select 'group:' || id, team_id from playlist_group where id = ${ids(changedItems.group)}
      union all select 'team:' || id, id from team where id = ${ids(changedItems.team)}
      union all select null, ${teamId}
    )
    select team_member.user_id, array_remove(array_agg(distinct owned.topic), null) || array_agg(distinct 'activity:' || owned.team_id) as topics
    from owned join team_member on team_member.team_id = owned.team_id
    group by team_member.user_id`.execute(db)
  return rows
}
