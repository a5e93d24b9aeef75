import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import type { DeliveryMethods } from '../../kinds.ts'

/**
 * The channel, video or programme of a notice, as returned by `Subjects.find`. A channel is given by its key, which stays when its id
 * changes. `videoId`: the video, if the notice is about a single video of the channel. A programme's title and link are in the notice
 * itself.
 */
export type NoticeSubject = { type: 'playlist'; key: number; videoId?: string | null } | { type: 'video' | 'epg'; key: string }

export interface NewNotification {
  /** Account ids of the users to notify. */
  to: readonly string[]
  kind: string
  defaultMethods: DeliveryMethods
  countsPeople: boolean
  subject: NoticeSubject | undefined
  /** Users who caused the event, latest first. */
  actorIds: readonly string[]
  details: Readonly<Record<string, string | number>>
  path: string | null
  bundle: string | null
  count: number
}

export interface StoredNotification {
  id: string
  account_id: string
  in_bell: boolean
  is_pushed: boolean
}

/** Maximum number of different users that a bundle counts. */
const maxCountedUsers = 100
/** SQL: the number of users in the new notice whom the bundle has already counted. */
const alreadyCounted = sql`cardinality(array(select unnest(excluded.actor_ids) intersect select unnest(known.actor_ids)))`

const rowOf = ({ subject, defaultMethods, ...notice }: NewNotification) => ({
  receiver_ids: notice.to,
  kind: notice.kind,
  playlist_key: subject?.type === 'playlist' ? subject.key : null,
  video_id: subject?.type === 'video' ? subject.key : subject?.type === 'playlist' ? (subject.videoId ?? null) : null,
  programme_id: subject?.type === 'epg' ? subject.key : null,
  actor_ids: notice.actorIds,
  counts_people: notice.countsPeople,
  details: notice.details,
  path: notice.path,
  bundle: notice.bundle,
  count: notice.count,
  ...defaultMethods,
})

const noticeColumns = {
  receiver_ids: 'text[]',
  kind: 'text',
  playlist_key: 'bigint',
  video_id: 'text',
  programme_id: 'text',
  actor_ids: 'text[]',
  counts_people: 'boolean',
  details: 'jsonb',
  path: 'text',
  bundle: 'text',
  count: 'integer',
  bell: 'boolean',
  push: 'boolean',
  mail: 'boolean',
} as const

/**
 * Writes a notification for each receiver of each notice, unless the receiver caused it or has turned off its kind. Replaces an unread
 * notification of the same bundle, and adds up the counts. Each notice must have its own bundle; later notices come first in the list.
 * Skips deleted users and subjects. Locks accounts, channels and videos in the order of deletions, to avoid deadlocks.
 * @returns the rows that were written
 */
export async function upsertNotices(db: Db, notices: readonly NewNotification[]): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    with notice as materialized (
      select *, nextval('notification_order') as seq from ${jsonRows('notice', rowsText(notices.map(rowOf)), noticeColumns)}
    ), known_account as materialized (
      select id, following_content_alert from account
      where id in (select unnest(receiver_ids) from notice union select unnest(actor_ids[:2]) from notice) order by id for key share
    ), known_playlist as materialized (
      select key from playlist where key in (select playlist_key from notice) and (select count(*) from known_account) >= 0
      order by key for key share
    ), known_video as materialized (
      select id from video where id in (select video_id from notice) and (select count(*) from known_playlist) >= 0
      order by id for key share)
    insert into notification as known (account_id, kind, playlist_key, video_id, programme_id, actor_id, actor_ids, details, path, bundle, count,
      in_bell, push_due_at, is_mail_due, seq)
    select account.id, notice.kind, notice.playlist_key, notice.video_id, notice.programme_id, (select id from known_account where id = others.ids[1]),
      case when counts_people then others.ids[:${sql.lit(maxCountedUsers)}] else '{}' end, details, path, bundle,
      case when counts_people then greatest(cardinality(others.ids), 1) else notice.count end,
      wanted.bell, case when wanted.push then now() end, wanted.mail, notice.seq
    from notice cross join lateral (select distinct unnest(receiver_ids) as id) as receiver
      join known_account account on account.id = receiver.id
      left join notification_setting setting on setting.account_id = account.id and setting.kind = notice.kind,
      lateral (select coalesce(setting.bell, notice.bell) as bell,
        coalesce(setting.push, notice.push) and exists (select from push_subscription join session on session.id = push_subscription.session_id
          where session.account_id = account.id) as push,
        coalesce(setting.mail, notice.mail) and account.following_content_alert as mail) as wanted,
      lateral (select array_remove(notice.actor_ids, account.id) as ids) as others
    where (cardinality(others.ids) > 0 or cardinality(notice.actor_ids) = 0)
      and (notice.playlist_key is null or notice.playlist_key in (select key from known_playlist))
      and (notice.video_id is null or notice.video_id in (select id from known_video))
      and (wanted.bell or wanted.push or wanted.mail)
    order by account.id, notice.kind, notice.bundle
    on conflict (account_id, kind, bundle) where read_at is null and bundle is not null do update set
      count = known.count + excluded.count - ${alreadyCounted}, created_at = excluded.created_at, details = excluded.details, path = excluded.path,
      actor_id = excluded.actor_id, actor_ids = (excluded.actor_ids || known.actor_ids)[:${sql.lit(maxCountedUsers)}],
      playlist_key = excluded.playlist_key, video_id = case when excluded.playlist_key is null then excluded.video_id end, programme_id = excluded.programme_id,
      in_bell = excluded.in_bell, push_due_at = excluded.push_due_at, is_mail_due = excluded.is_mail_due,
      seq = excluded.seq
      where excluded.count > ${alreadyCounted}
    returning id, account_id, in_bell, push_due_at is not null as is_pushed`.execute(db)
  return rows
}
