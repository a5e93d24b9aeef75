import { type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isVideoListed, mayFind } from '#features/channels/server/queries/access.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { maxUnread } from '../../limits.ts'

/** A notification that the reader may still see, with the data of its text. */
export interface NotificationRow {
  id: string
  kind: string
  count: number
  details: Readonly<Record<string, string | number>>
  path: string | null
  playlist_id: string | null
  playlist_name: string | null
  playlist_kind: string | null
  series_id: string | null
  video_id: string | null
  video_title: string | null
  /** Null unless the user has a public profile, or is a team member who mentions the reader. */
  actor_id: string | null
  actor_name: string | null
  image: string | null
  created_at: string
  read_at: string | null
  /** Position in the list. */
  seq: number
}

/** SQL: whether a member mentions the reader in a team that both belong to. Members see each other's names. */
const isMentionInTeam = sql`(notification.kind = 'mention' and actor.removed_at is null and exists (
    select from team_member own join team_member other using (team_id)
    where own.user_id = notification.account_id and other.user_id = notification.actor_id))`

/** SQL: joins the subjects of notifications. For a video, also joins its current channel. */
const notificationsWithSubjects = sql`notification
  left join account actor on actor.id = notification.actor_id and (actor.is_found or ${isMentionInTeam})
  left join video on video.id = notification.video_id
  left join series on series.id = video.series_id
  left join lateral (
    select * from playlist about where about.key = notification.playlist_key and notification.video_id is null
    union all select * from playlist about where about.id = series.playlist_id
  ) as playlist on true`

/** SQL: whether the reader may still see the notification's subject. */
const isVisible = (reader: Reader) => sql<boolean>`(num_nonnulls(notification.playlist_key, notification.video_id) = 0
  or (${mayFind(reader)} and (video.id is null or ${isVideoListed(reader)})))
  and (notification.programme_id is null or not exists (select from removed_programme where programme_id = notification.programme_id))`

const columns = (reader: Reader) => sql`notification.id, notification.kind, notification.count, notification.details, notification.path,
  playlist.id as playlist_id, playlist.name as playlist_name, playlist.kind as playlist_kind, series.id as series_id,
  video.id as video_id, ${shownTitle(reader)} as video_title, actor.id as actor_id, actor.nickname as actor_name,
  coalesce(${pictureAddress('video.picture_id')}, ${pictureAddress('playlist.picture_id')}, ${pictureAddress('actor.picture_id')}) as image,
  ${isoTime(sql.ref('notification.created_at'))} as created_at, ${isoTime(sql.ref('notification.read_at'))} as read_at,
  notification.seq`

const isForReader = (reader: Reader) => sql`notification.account_id = ${reader.user?.id ?? ''}`

const unreadCount = (reader: Reader) => sql<number>`(select count(*)::int from (
  select from ${notificationsWithSubjects} where ${isForReader(reader)} and notification.in_bell and notification.read_at is null and ${isVisible(reader)}
  order by notification.seq desc limit ${sql.lit(maxUnread)}) as unread_ones)`

/** Returns the reader's notifications after `after`, latest first, and the unread count. */
export const listNotifications = prepare(
  (_: Db, reader: Reader, limit: number, after: number | undefined) => sql<{
    unread: number
    rows: NotificationRow[]
  }>`select ${unreadCount(reader)} as unread, coalesce((select json_agg(item) from (
    select ${columns(reader)} from ${notificationsWithSubjects} where ${isForReader(reader)} and notification.in_bell and ${isVisible(reader)}
      ${after === undefined ? sql`` : sql`and notification.seq < ${after}::bigint`}
    order by notification.seq desc limit ${limit}) as item), '[]') as rows`,
)

/** Returns those of the given notifications that the reader may still see. */
export const listNotificationsByIds = (db: Db, reader: Reader, ids: readonly string[]): Promise<NotificationRow[]> =>
  listNotificationsWhere(db, reader, sql`notification.id = any(${[...ids]}::text[])`, ids.length)

/** Returns the notifications for the next email, without those read since. */
export const listEmailedNotifications = (db: Db, reader: Reader, limit: number): Promise<NotificationRow[]> =>
  listNotificationsWhere(db, reader, sql`notification.is_mail_due and notification.read_at is null`, limit)

async function listNotificationsWhere(db: Db, reader: Reader, condition: RawBuilder<unknown>, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns(reader)} from ${notificationsWithSubjects} where ${isForReader(reader)} and ${condition} and ${isVisible(reader)}
    order by notification.seq desc limit ${limit}`.execute(db)
  return rows
}

export const countUnread = prepareOne((_: Db, reader: Reader) => sql<{ unread: number }>`select ${unreadCount(reader)} as unread`)

/** @param ids undefined: marks all notifications */
export const markNotificationsRead = (db: Db, userId: string, ids: readonly string[] | undefined) =>
  sql`update notification set read_at = now() where account_id = ${userId} and read_at is null and in_bell
    ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::text[])`}`.execute(db)
