import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { setPersonRemoved } from '#features/accounts/server/queries/people.ts'
import { setRemoved } from '#features/channels/server/queries/removals.ts'
import { notify } from '#features/notifications/server/notify.ts'
import type { Report } from '../contract.ts'
import { reportsErrors } from '../errors.ts'
import { type ReportTypeKey, reportTypes } from '../rules.ts'
import {
  type ReportedThing,
  type TelevisionThing,
  findEmailAndLanguage,
  findOwnership,
  findReport,
  isRemovedByAnother,
  lockReport,
  toReportSubject,
  updateReport,
} from './queries/reports.ts'
import { texts } from './texts.ts'

interface Decision {
  state?: Report['state'] | undefined
  note?: string | undefined
  /** The state and note that the actor saw. */
  seen?: Pick<Report, 'state' | 'note'> | undefined
}

/** Disables a TV channel or removes a programme, or reverts that. Another feature implements it. */
export type RemoveTelevision = (tx: Db, subject: TelevisionThing, isRemoved: boolean) => Promise<void>

interface DecisionTools {
  mailer: Mailer
  removeTelevision: RemoveTelevision
  /** The moderator or operator who decides. */
  actor: Pick<User, 'id' | 'nickname'>
}

/**
 * Decides on a report, in a transaction. Concurrent decisions wait for each other, and each user is notified once.
 * @throws 404; 409 if the thing to remove was deleted, or another decision was made since the actor looked
 */
export async function decideReport(tx: Db, tools: DecisionTools, id: string, { state, note, seen }: Decision): Promise<Report> {
  const now = (await lockReport(tx, id)) ?? fail(commonErrors.not_found)
  const subject = toReportSubject(now)
  const isChanged = state !== undefined && state !== now.state
  const isNoteChanged = note !== undefined && note !== now.note
  const isStale = seen !== undefined && (seen.state !== now.state || seen.note !== now.note)
  if (isStale && (isChanged || isNoteChanged)) fail(reportsErrors.changed_meanwhile)
  let removed: NotifiedOwner | undefined
  if (note !== undefined) await updateReport(tx, id, { note })
  if (isChanged) {
    if (!subject && state === 'removed') fail(reportsErrors.thing_gone)
    const ownership = subject && state === 'removed' ? await findOwnership(tx, subject) : undefined
    await updateReport(tx, id, { state, ...(ownership && { owner_id: ownership.owner_id }) })
    if (subject && state === 'removed') {
      removed = await hideThing(tx, tools, subject, true)
      if (removed) await notifyOwner(tx, tools.mailer, removed, { type: subject.type, typeId: now.report_type_id })
    } else if (subject && now.state === 'removed' && !(await isRemovedByAnother(tx, subject))) {
      removed = await hideThing(tx, tools, subject, false)
    }
  }
  if (now.state === 'open' && state !== undefined && state !== 'open' && now.reporter_id !== null)
    await notify(tx, { kind: 'report_answered', to: now.reporter_id })
  const report = (await findReport(tx, id)) ?? fail(commonErrors.not_found)
  if (isChanged || isNoteChanged)
    await writeAudit(tx, tools.actor, {
      act: isChanged ? 'report.decided' : 'report.noted',
      thing: { type: report.reportable_type, id: report.reportable_id, name: report.title },
      personId: removed?.user_id,
      ...(isChanged && { before: { state: now.state }, after: { state } }),
      reason: report.note,
    })
  return report
}

const isTelevision = (subject: ReportedThing): subject is TelevisionThing => subject.type === 'channel' || subject.type === 'epg'

/** The removed thing, and the users to notify. */
interface NotifiedOwner {
  name: string
  user_id: string
}

/** Hides a thing from all users except its owner, or reverts that. @returns undefined if nothing changed, or the thing has no owner */
async function hideThing(tx: Db, tools: DecisionTools, subject: ReportedThing, isRemoved: boolean): Promise<NotifiedOwner | undefined> {
  if (isTelevision(subject)) {
    await tools.removeTelevision(tx, subject, isRemoved)
    return undefined
  }
  if (subject.type !== 'user') return setRemoved(tx, subject, isRemoved)
  const person = await setPersonRemoved(tx, subject.key, isRemoved)
  return person && { name: person.nickname ?? '', user_id: subject.key }
}

/** The reason, in the reader's language. */
export const reasonName = (language: keyof typeof texts, key: ReportTypeKey): string =>
  texts[language](key === 'other' ? key : `type.${key}`)

async function notifyOwner(
  tx: Db,
  mailer: Mailer,
  { name, user_id: userId }: NotifiedOwner,
  { type, typeId }: { type: ReportedThing['type']; typeId: number },
): Promise<void> {
  await notify(tx, { kind: 'content_removed', to: userId, details: { name }, path: '/settings?view=removed' })
  const owner = await findEmailAndLanguage(tx, userId)
  const reason = reportTypes.find((reportKind) => reportKind.id === typeId)
  if (!owner || !reason) return
  const t = texts[owner.language]
  await mailer.send(
    {
      to: owner.email,
      language: owner.language,
      subject: t('mail.subject', { name }),
      heading: t('mail.heading'),
      paragraphs: [
        type === 'user' ? t('mail.text_person') : t('mail.text', { name }),
        t('mail.reason', { reason: reasonName(owner.language, reason.key) }),
        t('mail.answer'),
      ],
    },
    { db: tx },
  )
}
