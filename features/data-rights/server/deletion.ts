/** The deletion of accounts: asked for, taken back, and done. */
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import type { User } from '#kit/server/reader.ts'
import { demandOwnPassword } from '#features/accounts/server/new-password.ts'
import { findCredentialsById } from '#features/accounts/server/queries/accounts.ts'
import { askDeletion, cancelDeletion, deleteAccount, findDeletion, listDueDeletions } from '#features/accounts/server/queries/deletion.ts'
import { deleteSessionsOf } from '#features/accounts/server/queries/sessions.ts'
import { dataRightsErrors } from '../errors.ts'
import { deletionDays } from '../rules.ts'
import { mailStep } from './mails.ts'

/** Of one person: each is a mail, and hides all that is theirs or shows it again. */
const askedDeletions = { max: 5, windowSeconds: 24 * 60 * 60 }

/** Asked for twice, it stays with the first day. @returns when the account is deleted @throws 422 on `password`; 429 */
export async function startDeletion(
  db: Db,
  { limits, mailer }: { limits: Limits; mailer: Mailer },
  { user, password, address }: { user: User; password: string; address: string },
): Promise<string | null> {
  const account = await demandOwnPassword(db, limits, { userId: user.id, password, address, field: 'password' })
  const asked = await findDeletion(db, user.id)
  if (asked !== null) return asked
  demand(await limits.take(`deletions:${user.id}`, askedDeletions))
  return db.transaction().execute(async (tx) => {
    const at = await askDeletion(tx, user.id, deletionDays)
    if (at === undefined) return findDeletion(tx, user.id)
    await deleteSessionsOf(tx, user.id, user.sessionId)
    await mailStep(mailer, tx, account, 'deletion_asked', at)
    return at
  })
}

/** Taken back twice is once. @throws 409 once its time has come */
export const stopDeletion = (db: Db, mailer: Mailer, userId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await cancelDeletion(tx, userId)) return mailStep(mailer, tx, await findCredentialsById(tx, userId), 'deletion_cancelled')
    if ((await findDeletion(tx, userId)) !== null) fail(dataRightsErrors.deletion_begun)
  })

/** All that features keep of somebody, except what goes with the row of the account itself. Cut off, it goes on where it was. */
export async function removePersonalData(db: Db, personalData: readonly PersonalData[], userId: string): Promise<void> {
  for (const { remove } of personalData.toReversed()) await remove?.(db, userId)
}

/** Accounts of one run: the next one takes the others. */
const aRun = 200

/** Deletes the accounts whose time has come, and tells who had them. One that fails holds up no other. */
export async function deleteDueAccounts(
  { db, mailer, personalData }: { db: Db; mailer: Mailer; personalData: readonly PersonalData[] },
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueDeletions(db, aRun)) {
    if (signal.aborted) return
    try {
      // Nobody makes anything any more.
      await deleteSessionsOf(db, id)
      await removePersonalData(db, personalData, id)
      await db.transaction().execute(async (tx) => {
        const gone = await deleteAccount(tx, id)
        if (gone) await mailStep(mailer, tx, gone, 'deletion_done')
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`)
}
