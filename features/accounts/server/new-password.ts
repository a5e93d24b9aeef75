import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { accountsErrors } from '../errors.ts'
import { codeLength } from '../rules.ts'
import { noteCodeUsedUp, tryPassword, tryStrangersCode } from './attempts.ts'
import { guessKey } from './log-in.ts'
import { mailPaths, sendMail } from './mails.ts'
import { demandGoodPassword, hashPassword, verifyPassword } from './passwords.ts'
import { findCredentialsById, setPassword } from './queries/accounts.ts'
import { type Attempt, deleteSecret, findSecretOwner, takeSecret, trySecret } from './queries/secrets.ts'
import { deleteSessionsOf } from './queries/sessions.ts'
import { makeLinkToken } from './secrets.ts'
import type { AccountsServices } from './services.ts'
import { hashToken } from './tokens.ts'

type Services = Pick<AccountsServices, 'limits' | 'mailer'>

/** Tells the owner that the password is another one, with a link that ends all sessions, in case it was somebody else. */
async function mailChanged(tx: Db, { mailer }: Services, { id, email, language }: { id: string; email: string; language: Language }) {
  const token = await makeLinkToken(tx, id, 'sessions')
  await sendMail(mailer, tx, { to: email, language, text: 'password_changed', path: mailPaths.endSessions(language, token) })
}

/**
 * Is this what was mailed to set a new password? A wrong code counts as an attempt; what is right stays good.
 * @returns whose it is
 * @throws 422 when the token or code is wrong, too old, used or tried too often; 429 for a code, when too many were wrong
 */
export async function proveReset(
  db: Db,
  limits: Services['limits'],
  { email, token }: { email: string; token: string },
  address: string,
): Promise<Attempt> {
  // A link's token can't be guessed.
  const isCode = token.length === codeLength
  const attempt = async () => {
    const tried = await trySecret(db, { email }, 'reset', { hash: hashToken(token), isCode })
    if (tried?.is_right) return tried
    // Beside the answer, whose time must not tell that there was a code.
    if (tried?.attempts_left === 0) noteCodeUsedUp(limits, tried.account_id).catch(() => undefined)
    return undefined
  }
  const right = await (isCode ? tryStrangersCode(limits, address, attempt) : attempt())
  return right ?? fail(accountsErrors.reset_failed, { field: 'token' })
}

/**
 * Sets a new password with what was mailed, and ends all sessions.
 * @throws 422, also for the password; 429, as {@link proveReset}
 */
export async function resetPassword(
  db: Db,
  services: Services,
  { email, token, password }: { email: string; token: string; password: string },
  address: string,
): Promise<void> {
  await demandGoodPassword(password, email)
  const right = await proveReset(db, services.limits, { email, token }, address)
  await demandGoodPassword(password, right.nickname)
  const passwordHash = await hashPassword(password, address)
  await db.transaction().execute(async (tx) => {
    if (!(await takeSecret(tx, right.account_id, 'reset', hashToken(token)))) fail(accountsErrors.reset_failed, { field: 'token' })
    await setPassword(tx, right.account_id, passwordHash)
    await deleteSessionsOf(tx, right.account_id)
    await mailChanged(tx, services, await findCredentialsById(tx, right.account_id))
  })
}

/** Whose account it is, when they know its password: what can't be taken back asks for it once more. @throws 422 on `field`; 429 */
export async function demandOwnPassword(
  db: Db,
  limits: Services['limits'],
  { userId, password, address, field }: { userId: string; password: string; address: string; field: string },
) {
  const account = await findCredentialsById(db, userId)
  const guess = { account: guessKey(account.email.toLowerCase(), account.version), address }
  if (!(await tryPassword(limits, guess, () => verifyPassword(account.password_hash, password, address))))
    fail(accountsErrors.old_password_wrong, { field })
  return account
}

/** Changes the password of whoever knows the old one; ends all other sessions, and what was mailed to set a new one. @throws 422 on `old_password`; 429 */
export async function changePassword(
  db: Db,
  services: Services,
  { id: userId, sessionId }: User,
  { old_password: old, password }: { old_password: string; password: string },
  address: string,
): Promise<void> {
  const account = await demandOwnPassword(db, services.limits, { userId, password: old, address, field: 'old_password' })
  await demandGoodPassword(password, account.email, account.nickname)
  const passwordHash = await hashPassword(password, address)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, userId, passwordHash)
    await deleteSecret(tx, userId, 'reset')
    await deleteSessionsOf(tx, userId, sessionId)
    await mailChanged(tx, services, account)
  })
}

/** Ends all sessions of whoever was mailed this token, as often as it is sent while it is good. @throws 404 */
export async function endSessions(db: Db, token: string): Promise<void> {
  const owner = (await findSecretOwner(db, 'sessions', hashToken(token))) ?? fail(accountsErrors.link_lapsed)
  await deleteSessionsOf(db, owner)
}
