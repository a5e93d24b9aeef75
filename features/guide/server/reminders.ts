import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { reminderLeadMinutes } from '../viewing-rules.ts'
import { deleteOldReminders, type DueReminder, moveReminders, lockDueReminders } from './queries/reminders.ts'

const remindJob = defineJob('television-reminders', z.object({}), { schedule: '* * * * *', timeoutSeconds: 300, retries: 0 })
const cleanRemindersJob = defineJob('reminders-cleaning', z.object({}), { schedule: '50 * * * *', timeoutSeconds: 300, retries: 0 })

/** Days after their start for which reminders are kept. */
const retentionDays = 2
/** Reminders per transaction. */
const remindersPerTransaction = 500

/** Notifies users. Users of the same programme on the same channel are notified together. */
async function notifyReminded(db: Db, dueReminders: readonly DueReminder[], isGone: boolean): Promise<void> {
  const groups = new Map<string, DueReminder & { to: string[] }>()
  for (const reminder of dueReminders) {
    const key = `${reminder.programme_id} ${reminder.channel_id}`
    const existing = groups.get(key)
    if (existing) existing.to.push(reminder.user_id)
    else groups.set(key, { ...reminder, to: [reminder.user_id] })
  }
  for (const { to, title, channel_id, programme_id } of groups.values())
    await notify(db, {
      kind: 'reminder',
      to,
      subject: { type: 'epg', key: programme_id },
      details: { programme: title, ...(isGone && { is_gone: 1 }) },
      path: tvPath(channel_id, isGone ? undefined : programme_id),
    })
}

/**
 * Notifies users of programmes that begin soon, each user once, even with concurrent runs. Writes the notification and the reminder's state
 * in one transaction. First moves reminders of rescheduled programmes, and notifies users of programmes that are gone.
 */
export async function sendReminders(db: Db, signal: AbortSignal): Promise<void> {
  for (let count = remindersPerTransaction; count === remindersPerTransaction && !signal.aborted;)
    count = await db.transaction().execute(async (tx) => {
      const { takenCount, gone } = await moveReminders(tx, remindersPerTransaction)
      await notifyReminded(tx, gone, true)
      return takenCount
    })
  for (let count = remindersPerTransaction; count === remindersPerTransaction && !signal.aborted;)
    count = await db.transaction().execute(async (tx) => {
      const dueReminders = await lockDueReminders(tx, reminderLeadMinutes, remindersPerTransaction)
      const notified = dueReminders.filter(({ should_notify }) => should_notify)
      await notifyReminded(tx, notified, false)
      return dueReminders.length
    })
}

export function registerReminderJobs({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'work'> }): void {
  jobs.work(remindJob, (_, { signal }) => sendReminders(db, signal))
  jobs.work(cleanRemindersJob, async () => void (await deleteOldReminders(db, retentionDays)))
}
