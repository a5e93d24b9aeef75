import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import type { Ways } from '../../kinds.ts'

/** The channel or video that something is about, as `Subjects.find` answers it: a channel by its key, which stays when its id is replaced. */
export type NoticeSubject = { type: 'playlist'; key: number } | { type: 'video'; key: string }

export interface NewNotice {
  kind: string
  usual: Ways
  countsPeople: boolean
  subject: NoticeSubject | undefined
  /** The latest first. */
  actorIds: readonly string[]
  details: Readonly<Record<string, string | number>>
  path: string | null
  bundle: string | null
  count: number
}

export interface Told {
  id: string
  account_id: string
  in_bell: boolean
  is_pushed: boolean
}

/** People of a bundle that are told apart: who did it once more is counted once. */
const countedPeople = 100
/** How many of the people of what is written the bundle counts already. */
const countedTwice = sql`cardinality(array(select unnest(excluded.actor_ids) intersect select unnest(known.actor_ids)))`

/**
 * Writes it for all of these who want to be told of its kind by any way; nobody is told of what they did themselves. What is unread of the
 * same bundle becomes this one, and counts what is new in it.
 * @returns what was written, or is news again
 */
export async function upsertNotices(db: Db, to: readonly string[], notice: NewNotice): Promise<Told[]> {
  const { kind, usual, countsPeople, subject, actorIds, details, path, bundle, count } = notice
  const key = subject?.type === 'playlist' ? subject.key : null
  const videoId = subject?.type === 'video' ? subject.key : null
  const { rows } = await sql<Told>`
    insert into notification as known (account_id, kind, playlist_key, video_id, actor_id, actor_ids, details, path, bundle, count,
      in_bell, push_due_at, is_mail_due)
    select account.id, ${kind}, ${key}::bigint, ${videoId}, others.ids[1],
      case when ${countsPeople}::boolean then others.ids[:${sql.lit(countedPeople)}] else '{}' end, ${JSON.stringify(details)}::jsonb,
      ${path}, ${bundle}, case when ${countsPeople}::boolean then greatest(cardinality(others.ids), 1) else ${count}::int end,
      wanted.bell, case when wanted.push then now() end, wanted.mail
    from account left join notification_setting setting on setting.account_id = account.id and setting.kind = ${kind},
      lateral (select coalesce(setting.bell, ${usual.bell}) as bell,
        coalesce(setting.push, ${usual.push}) and exists (select from push_subscription join session on session.id = push_subscription.session_id
          where session.account_id = account.id) as push,
        coalesce(setting.mail, ${usual.mail}) and account.following_content_alert as mail) as wanted,
      lateral (select array_remove(${[...actorIds]}::text[], account.id) as ids) as others
    where account.id = any(${[...to]}::text[]) and (cardinality(others.ids) > 0 or ${actorIds.length === 0}::boolean)
      and (wanted.bell or wanted.push or wanted.mail)
    order by account.id
    on conflict (account_id, kind, bundle) where read_at is null and bundle is not null do update set
      count = known.count + excluded.count - ${countedTwice}, created_at = excluded.created_at, details = excluded.details, path = excluded.path,
      actor_id = excluded.actor_id, actor_ids = (excluded.actor_ids || known.actor_ids)[:${sql.lit(countedPeople)}],
      playlist_key = excluded.playlist_key, video_id = excluded.video_id,
      in_bell = excluded.in_bell, push_due_at = excluded.push_due_at, is_mail_due = excluded.is_mail_due
      where excluded.count > ${countedTwice}
    returning id, account_id, in_bell, push_due_at is not null as is_pushed`.execute(db)
  return rows
}
