import type { Db } from '#kit/server/db/db.ts'
import { insertJob } from '#kit/server/jobs/job-store.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { countsPeople, kinds, type NotificationKind } from '../kinds.ts'
import { pushNotificationsJob } from './job-kinds.ts'
import { type NewNotification, type NoticeSubject, upsertNotices } from './queries/notices.ts'

/** A notification to send. */
export interface Notice {
  kind: NotificationKind
  /** Account ids; at most a few hundred per call. */
  to: string | readonly string[]
  /** The subject, which determines picture and link. The notification disappears for users who may no longer see the subject. */
  subject?: NoticeSubject
  /** Users who caused the event, latest first. They aren't notified, and are named if their profile is public. */
  actor?: string | readonly string[]
  /** Path of the link without the language (`/search?keyword=x`); default: that of the subject. */
  path?: string
  /** Other placeholders of the text in `locales`. `stop` of `search_match`: the path to which a POST ends the search. */
  details?: Readonly<Record<string, string | number>>
  /** Unread notifications of a type with the same bundle are merged and counted. */
  bundle?: string
  /** Number of things that the notification is about; default: 1. Ignored for kinds that count users. */
  count?: number
}

const newNotice = ({ kind, to, subject, actor, path, details = {}, bundle, count = 1 }: Notice): NewNotification => ({
  to: [to].flat(),
  kind,
  defaultMethods: kinds[kind].defaultMethods,
  countsPeople: countsPeople(kind),
  subject,
  actorIds: actor === undefined ? [] : [actor].flat(),
  details,
  path: path ?? null,
  bundle: bundle ?? null,
  count,
})

/**
 * Notifies users by the methods they chose: the list (live on open pages), browser push, the daily email. If `db` is a transaction,
 * notifies only after its commit. Texts are built when they are read.
 * @param notices written together; each has a different bundle
 */
export async function notify(db: Db, notices: Notice | readonly Notice[]): Promise<void> {
  const storedNotices = await upsertNotices(db, [notices].flat().map(newNotice))
  const inBell = storedNotices.filter(({ in_bell }) => in_bell)
  await insertLiveEvents(
    db,
    inBell.map(({ id, account_id }) => ({ to: account_id, name: 'notification', data: { id } })),
  )
  if (storedNotices.some(({ is_pushed }) => is_pushed)) await schedulePushes(db)
}

/**
 * Schedules a round of pushes in a second. Calls before it starts share the round. The job starts after the caller's transaction, when the
 * rows are visible.
 */
const schedulePushes = (db: Db) =>
  insertJob(db, {
    name: pushNotificationsJob.name,
    payload: {},
    maxAttempts: pushNotificationsJob.retries + 1,
    startAfter: 1,
    singletonKey: 'soon',
    ownerId: undefined,
  })
