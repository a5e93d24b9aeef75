import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { accountsErrors } from '../errors.ts'
import { codeLength } from '../rules.ts'
import { blockCodes, tryPassword, tryCodeWithoutSession } from './attempts.ts'
import { passwordAttemptKey } from './log-in.ts'
import { assertStrongPassword, hashPassword, verifyPassword } from './passwords.ts'
import { findCredentialsById, setPassword } from './queries/accounts.ts'
import { type SecretAttempt, deleteSecret, findSecretOwner, consumeSecret, trySecret } from './queries/secrets.ts'
import { deleteUserSessions, isSessionRecent } from './queries/sessions.ts'
import { mailAccountOwner } from './secrets.ts'
import type { AccountsServices } from './services.ts'
import { hashToken } from './tokens.ts'

const recentLoginSeconds = 3600

type Services = Pick<AccountsServices, 'limits' | 'mailer'>

/**
 * Checks an emailed reset token or code. A wrong code counts as an attempt; a right one stays valid.
 * @returns the account
 * @throws 422 when wrong, expired, used or tried too often; 429 for a code, when too many were wrong
 */
export async function verifyReset(
  db: Db,
  limits: Services['limits'],
  { email, token }: { email: string; token: string },
  address: string,
): Promise<SecretAttempt> {
  // Only codes count attempts, as the tokens of links can't be guessed.
  const isCode = token.length === codeLength
  const attempt = async () => {
    const outcome = await trySecret(db, { email }, 'reset', { hash: hashToken(token), isCode })
    if (outcome?.is_right) return outcome
    // Not awaited, because the timing must not reveal that there was a code.
    if (outcome?.attempts_left === 0) blockCodes(limits, outcome.account_id).catch(() => undefined)
    return undefined
  }
  const right = await (isCode ? tryCodeWithoutSession(limits, address, attempt) : attempt())
  return right ?? fail(accountsErrors.reset_failed, { field: 'token' })
}

/**
 * Sets a new password with a mailed token or code, and ends all sessions.
 * @throws 422 for the token or the password; 429 as in {@link verifyReset}
 */
export async function resetPassword(
  db: Db,
  services: Services,
  { email, token, password }: { email: string; token: string; password: string },
  address: string,
): Promise<void> {
  await assertStrongPassword(password, email)
  const right = await verifyReset(db, services.limits, { email, token }, address)
  await assertStrongPassword(password, right.nickname)
  const passwordHash = await hashPassword(password, address)
  await db.transaction().execute(async (tx) => {
    if (!(await consumeSecret(tx, right.account_id, 'reset', hashToken(token)))) fail(accountsErrors.reset_failed, { field: 'token' })
    await setPassword(tx, right.account_id, passwordHash)
    await deleteUserSessions(tx, right.account_id)
    await mailAccountOwner(tx, services.mailer, await findCredentialsById(tx, right.account_id), 'password_changed')
  })
}

/** Confirms the user's password before an irreversible action. @throws 422 on `field`; 429 */
export async function verifyOwnPassword(
  db: Db,
  limits: Services['limits'],
  { userId, password, address, field }: { userId: string; password: string; address: string; field: string },
) {
  const account = await findCredentialsById(db, userId)
  const guess = { account: passwordAttemptKey(account.email.toLowerCase(), account.version), address }
  if (!(await tryPassword(limits, guess, () => verifyPassword(account.password_hash, password, address))))
    fail(accountsErrors.old_password_wrong, { field })
  return account
}

/**
 * Returns whether the user has confirmed a sensitive action: by the password, if given, otherwise by a login within the last hour.
 * @throws 422 on `password` for a wrong one; 429
 */
export async function isConfirmed(
  db: Db,
  limits: Services['limits'],
  { user, password, address }: { user: User; password: string | undefined; address: string },
): Promise<boolean> {
  if (!password) return isSessionRecent(db, user.sessionId, recentLoginSeconds)
  await verifyOwnPassword(db, limits, { userId: user.id, password, address, field: 'password' })
  return true
}

/** Changes the password, given the old one; ends all other sessions and voids reset emails. @throws 422 on `old_password`; 429 */
export async function changePassword(
  db: Db,
  services: Services,
  { id: userId, sessionId }: User,
  { old_password: oldPassword, password }: { old_password: string; password: string },
  address: string,
): Promise<void> {
  const account = await verifyOwnPassword(db, services.limits, { userId, password: oldPassword, address, field: 'old_password' })
  await assertStrongPassword(password, account.email, account.nickname)
  const passwordHash = await hashPassword(password, address)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, userId, passwordHash)
    await deleteSecret(tx, userId, 'reset')
    await deleteUserSessions(tx, userId, sessionId)
    await mailAccountOwner(tx, services.mailer, account, 'password_changed')
  })
}

/** Ends all sessions with a mailed token, which may be used again while it is valid. @throws 404 */
export async function endSessions(db: Db, token: string): Promise<void> {
  const owner = (await findSecretOwner(db, 'sessions', hashToken(token))) ?? fail(accountsErrors.link_lapsed)
  await deleteUserSessions(db, owner)
}
