/** Requests, cancels and executes account deletions. */
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Log } from '#kit/server/log.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import type { User } from '#kit/server/reader.ts'
import { assertOperatorLeft } from '#features/accounts/server/assert-operator-left.ts'
import { verifyOwnPassword } from '#features/accounts/server/new-password.ts'
import { findCredentialsById } from '#features/accounts/server/queries/accounts.ts'
import {
  requestDeletion,
  cancelDeletion,
  deleteAccount,
  findDeletion,
  isLastOperator,
  listDueDeletions,
} from '#features/accounts/server/queries/deletion.ts'
import { deleteUserSessions } from '#features/accounts/server/queries/sessions.ts'
import { dataRightsErrors } from '../errors.ts'
import { deletionDelayDays } from '../rules.ts'
import { sendDataRightsEmail } from './mails.ts'

/** Rate limit per user, because each request sends an email and hides channels. */
const deletionRequestLimit = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Schedules the deletion of the account. Keeps the date of an earlier request.
 * @returns the deletion time
 * @throws 422 on `password`; 409 for the only operator; 429
 */
export async function scheduleDeletion(
  db: Db,
  { limits, mailer }: { limits: Limits; mailer: Mailer },
  { user, password, address }: { user: User; password: string; address: string },
): Promise<string | null> {
  const account = await verifyOwnPassword(db, limits, { userId: user.id, password, address, field: 'password' })
  const existing = await findDeletion(db, user.id)
  if (existing !== null) return existing
  assertAllowed(await limits.take(`deletions:${user.id}`, deletionRequestLimit))
  return db.transaction().execute(async (tx) => {
    const deletionAt = await requestDeletion(tx, user.id, deletionDelayDays)
    if (deletionAt === undefined) return findDeletion(tx, user.id)
    await assertOperatorLeft(tx)
    await deleteUserSessions(tx, user.id, user.sessionId)
    await sendDataRightsEmail(mailer, tx, account, 'deletion_asked', deletionAt)
    return deletionAt
  })
}

/** Cancels the deletion of the account (idempotent). @throws 409 once its time has passed */
export const cancelScheduledDeletion = (db: Db, mailer: Mailer, userId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await cancelDeletion(tx, userId))
      return sendDataRightsEmail(mailer, tx, await findCredentialsById(tx, userId), 'deletion_cancelled')
    if ((await findDeletion(tx, userId)) !== null) fail(dataRightsErrors.deletion_begun)
  })

/** Deletes the personal data that isn't deleted along with the account's row. Idempotent, so that an interrupted run can be repeated. */
export async function removePersonalData(db: Db, personalData: readonly PersonalData[], userId: string): Promise<void> {
  for (const { remove } of personalData.toReversed()) await remove?.(db, userId)
}

/** Maximum accounts per run; the next run continues. */
const batchSize = 200

export interface DeletionTools {
  db: Db
  mailer: Mailer
  personalData: readonly PersonalData[]
  log: Pick<Log, 'warn'>
}
/** Deletes due accounts and notifies their owners. An account that can't be deleted doesn't block the others. */
export async function deleteDueAccounts({ db, mailer, personalData, log }: DeletionTools, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueDeletions(db, batchSize)) {
    if (signal.aborted) return
    try {
      // Earlier versions accepted the deletion of the only operator.
      if (await isLastOperator(db, id)) {
        log.warn({ account: id }, 'an account was not deleted: no operator would be left. Appoint another one')
        continue
      }
      // Ends the sessions before the deletion, so that the user creates nothing during it.
      await deleteUserSessions(db, id)
      await removePersonalData(db, personalData, id)
      await db.transaction().execute(async (tx) => {
        const deleted = await deleteAccount(tx, id)
        if (deleted) await sendDataRightsEmail(mailer, tx, deleted, 'deletion_done')
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`)
}
