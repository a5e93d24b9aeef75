/** A user's follows, likes and dismissed suggestions, for the data export. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { readerForUser } from '#kit/server/reader.ts'
import { isTvChannelListed, mayFind, playlistViewRestriction, videoViewRestriction } from '#features/channels/server/queries/access.ts'
import { addressWithoutCountry } from '#features/channels/server/queries/columns.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import type { FollowedType } from '../../rules.ts'

export interface ExportedFollow {
  type: FollowedType
  id: string
  name: string
  followed_at: string
}

/** Leaves out things that the user may no longer see. */
export async function listExportedFollows(db: Db, userId: string): Promise<ExportedFollow[]> {
  const { rows } = await sql<ExportedFollow>`
    select case when person.id is not null then 'user' when tv_channel.id is not null then 'channel' else 'playlist' end as type,
      coalesce(person.id, playlist.id, tv_channel.id) as id, coalesce(person.nickname, playlist.name, tv_channel.name) as name, ${isoTime(sql.ref('follow.created_at'))} as followed_at
    from follow left join account person on person.id = follow.followed_user_id and person.is_found
      left join playlist on playlist.key = follow.playlist_key and ${mayFind(readerForUser(userId))}
      left join tv_channel on tv_channel.id = follow.tv_channel_id and ${isTvChannelListed(readerForUser(userId))}
    where follow.user_id = ${userId} and coalesce(person.id, playlist.id, tv_channel.id) is not null
    order by follow.position`.execute(db)
  return rows
}

async function listLikes(db: Db, userId: string): Promise<unknown[]> {
  const reader = readerForUser(userId)
  const { rows } = await sql`
    select case when video.id is null then 'playlist' else 'video' end as type, coalesce(video.id, playlist.id) as id,
      coalesce(${shownTitle(reader)}, playlist.name) as name, ${addressWithoutCountry(readerForUser(userId))} as src, ${isoTime(sql.ref('liking.created_at'))} as liked_at
    from liking left join video on video.id = liking.video_id left join series on series.id = video.series_id
      join playlist on playlist.key = liking.playlist_key or playlist.id = series.playlist_id
    where liking.user_id = ${userId} and ${mayFind(reader)}
      and (case when video.id is null then ${playlistViewRestriction(reader)} else ${videoViewRestriction(reader)} end) is null
    order by liking.created_at`.execute(db)
  return rows
}

async function listDismissedSuggestions(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select playlist.id, playlist.name, ${isoTime(sql.ref('dismissed.dismissed_at'))} as dismissed_at
    from dismissed_suggestion dismissed join playlist on playlist.key = dismissed.playlist_key
    where dismissed.user_id = ${userId} and ${mayFind(readerForUser(userId))}
    order by dismissed.dismissed_at`.execute(db)
  return rows
}

export const socialPersonalData: PersonalData = {
  exports: { follows: listExportedFollows, likes: listLikes, dismissed_suggestions: listDismissedSuggestions },
  /** Deletes old events of following. The follows themselves stay. */
  async expire(db, years, limit) {
    const { numAffectedRows } = await sql`
      delete from follow_event where id in (
        select id from follow_event where happened_at < now() - make_interval(years => ${years}::int) limit ${limit})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
