import type { Db } from '#kit/server/db.ts'
import { insertJob } from '#kit/server/job-store.ts'
import { insertLiveEvents } from '#kit/server/live-events.ts'
import { countsPeople, kinds, type NotificationKind } from '../kinds.ts'
import { pushNotifications } from './job-kinds.ts'
import { type NewNotice, type NoticeSubject, upsertNotices } from './queries/notices.ts'

/** Something that people are told. */
export interface Notice {
  kind: NotificationKind
  /** Accounts; at most some hundreds at once. */
  to: string | readonly string[]
  /** What it is about: its picture stands beside it, it leads there, and whoever may no longer find it no longer sees the notification. */
  subject?: NoticeSubject
  /** Whose doing it is; of several, the latest first. They are not told themselves, and are named where they have a public profile. */
  actor?: string | readonly string[]
  /** Where it leads, below the language (`/search?keyword=x`), unless to its subject. */
  path?: string
  /** What its text names besides, as its words in `locales` have it. */
  details?: Readonly<Record<string, string | number>>
  /** Unread ones of a kind with the same bundle are one, which counts. */
  bundle?: string
  /** How many things it is about. Default: 1. What counts people counts these. */
  count?: number
}

const newNotice = ({ kind, to, subject, actor, path, details = {}, bundle, count = 1 }: Notice): NewNotice => ({
  to: [to].flat(),
  kind,
  usual: kinds[kind].usual,
  countsPeople: countsPeople(kind),
  subject,
  actorIds: actor === undefined ? [] : [actor].flat(),
  details,
  path: path ?? null,
  bundle: bundle ?? null,
  count,
})

/**
 * Tells people something, by the ways that they want for its kind: in the list behind the bell (at once, on pages that are open), by their
 * browsers, in the daily mail. With a transaction as `db`, only if that is committed. Its text is made when it is read.
 * @param notices several, each of another bundle, are written together
 */
export async function notify(db: Db, notices: Notice | readonly Notice[]): Promise<void> {
  const told = await upsertNotices(db, [notices].flat().map(newNotice))
  const inBell = told.filter(({ in_bell }) => in_bell)
  await insertLiveEvents(
    db,
    inBell.map(({ id, account_id }) => ({ to: account_id, name: 'notification', data: { id } })),
  )
  if (told.some(({ is_pushed }) => is_pushed)) await pushSoon(db)
}

/** Of many calls one counts. It may be a transaction that notifies: what is to be pushed is seen once that is committed. */
const pushSoon = (db: Db) =>
  insertJob(db, {
    name: pushNotifications.name,
    payload: {},
    maxAttempts: pushNotifications.retries + 1,
    startAfter: 1,
    singletonKey: 'soon',
    ownerId: undefined,
  })
