import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { setRemoved } from '#features/curation/server/queries/removals.ts'
import { notify } from '#features/notifications/server/notify.ts'
import type { Report } from '../contract.ts'
import { reportsErrors } from '../errors.ts'
import { type ReportTypeKey, reportTypes } from '../rules.ts'
import { findOwner, findReport, isRemovedByAnother, lockReport, removableOf, updateReport } from './queries/reports.ts'
import { texts } from './texts.ts'

interface Decision {
  state?: Report['state'] | undefined
  note?: string | undefined
}

/**
 * Decides over a report, in a transaction: two operators at once come one after the other, and everybody is told once.
 * @throws 404; 422 for what can't be removed
 */
export async function decide(tx: Db, mailer: Mailer, id: string, { state, note }: Decision): Promise<Report> {
  const now = (await lockReport(tx, id)) ?? fail(common.not_found)
  const thing = removableOf(now)
  if (state === 'removed' && !thing) fail(reportsErrors.not_removable, { field: 'state' })
  if (state !== undefined || note !== undefined)
    await updateReport(tx, id, { ...(state !== undefined && { state }), ...(note !== undefined && { note }) })

  if (thing && state === 'removed') {
    const removed = await setRemoved(tx, thing, true)
    if (removed) await tellOwner(tx, mailer, removed, now.report_type_id)
  } else if (thing && state !== undefined && now.state === 'removed' && !(await isRemovedByAnother(tx, thing))) {
    await setRemoved(tx, thing, false)
  }
  if (now.state === 'open' && state !== undefined && state !== 'open' && now.reporter_id !== null)
    await notify(tx, { kind: 'report_answered', to: now.reporter_id })
  return (await findReport(tx, id)) ?? fail(common.not_found)
}

/** The reason, in the reader's language. */
export const reasonName = (language: keyof typeof texts, key: ReportTypeKey): string =>
  texts[language](key === 'other' ? key : `type.${key}`)

async function tellOwner(
  tx: Db,
  mailer: Mailer,
  { name, user_id: userId }: { name: string; user_id: string },
  typeId: number,
): Promise<void> {
  await notify(tx, { kind: 'content_removed', to: userId, details: { name } })
  const owner = await findOwner(tx, userId)
  const type = reportTypes.find((one) => one.id === typeId)
  if (!owner || !type) return
  const t = texts[owner.language]
  await mailer.send(
    {
      to: owner.email,
      language: owner.language,
      subject: t('mail.subject', { name }),
      heading: t('mail.heading'),
      paragraphs: [t('mail.text', { name }), t('mail.reason', { reason: reasonName(owner.language, type.key) }), t('mail.answer')],
    },
    { db: tx },
  )
}
