import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Limits } from '#kit/server/limits.ts'
import type { Viewer } from '#kit/server/viewer.ts'
import { accountsErrors } from '../errors.ts'
import { repeatsIdentity } from '../rules.ts'
import { tryPassword } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { findCredentialsById, setPassword } from './queries/accounts.ts'
import { deleteSecret, takeSecret, trySecret } from './queries/secrets.ts'
import { deleteSessionsOf } from './queries/sessions.ts'
import { hashToken } from './tokens.ts'

const demandOwn = (password: string, ...identity: (string | null)[]) => {
  if (repeatsIdentity(password, ...identity)) fail(accountsErrors.password_is_identity, { field: 'password' })
}

/**
 * Sets a new password with what was mailed, and ends all sessions.
 * @throws 422 when the token or code is wrong, too old, used or tried too often
 */
export async function resetPassword(db: Db, { email, token, password }: { email: string; token: string; password: string }): Promise<void> {
  const hash = hashToken(token)
  const attempt = await trySecret(db, { email }, 'reset', hash)
  if (!attempt?.is_right) return fail(accountsErrors.reset_failed, { field: 'token' })
  demandOwn(password, attempt.nickname)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    if (!(await takeSecret(tx, attempt.account_id, 'reset', hash))) fail(accountsErrors.reset_failed, { field: 'token' })
    await setPassword(tx, attempt.account_id, passwordHash)
    await deleteSessionsOf(tx, attempt.account_id)
  })
}

/** Changes the password of whoever knows the old one; ends all other sessions, and what was mailed to set a new one. @throws 422 on `old_password`; 429 */
export async function changePassword(
  db: Db,
  limits: Limits,
  { userId, sessionId }: Viewer,
  { old_password: old, password }: { old_password: string; password: string },
): Promise<void> {
  const account = await findCredentialsById(db, userId)
  if (!(await tryPassword(limits, `${userId}:${account.version}`, account.password_hash, old)))
    fail(accountsErrors.old_password_wrong, { field: 'old_password' })
  demandOwn(password, account.email, account.nickname)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, userId, passwordHash)
    await deleteSecret(tx, userId, 'reset')
    await deleteSessionsOf(tx, userId, sessionId)
  })
}
