// SQL of a channel's tile, for the floor's statements.
import { tileFlags } from '#features/channels/server/queries/reader-flags.ts'

export const pictureSql = (column: string) => `'/media/pictures/' || ${column} || '/960.webp'`
const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const tileSql = `playlist.id, playlist.name, playlist.description, false as is_cut, ${pictureSql('playlist.picture_id')} as icon, playlist.tags,
  (array['Private', 'Private link', 'Public'])[playlist.status_id] as status, playlist.status_id, playlist.slug, playlist.adult,
  playlist.user_id, playlist.team_id, account.nickname,
  account.is_found as maker_is_public, false as may_edit, playlist.default_rank is not null as is_default,
  playlist.kind = 'direct_publish' as direct_publish, playlist.kind = 'watch_later' as watch_later, playlist.is_archived, playlist.is_left,
  null as order, playlist.finished::int as finished,
  null as lock, false as is_locked, '[]'::json as tiers, playlist.views, ${tileFlags.map((flag) => `false as ${flag}`).join(', ')}, null as source, ${isoTime('playlist.created_at')} as created_at`
export const picturesSql = `array(select ${pictureSql('video.picture_id')} from series join video on video.series_id = series.id
  where series.playlist_id = playlist.id and video.picture_id is not null order by series.position, video.position limit 4) as pictures`
