import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Limits } from '#kit/server/limits.ts'
import { accountsErrors } from '../errors.ts'
import { nicknameKey } from '../rules.ts'
import { countWrongPassword, tryPassword } from './attempts.ts'
import { findCredentials } from './queries/accounts.ts'
import { beginSession, type Session } from './sessions.ts'

export interface Login {
  /** E-mail address or nickname. */
  user: string
  password: string
}
/** Where the login comes from. */
export interface Origin {
  address: string
  userAgent: string
}

/**
 * A session for whoever knows the password. Unknown and known ones get the same answer, after the same work.
 * @throws 422 for a wrong password and, only with the right one, for a sign-up that is not confirmed; 429; 503
 */
export async function logIn(db: Db, limits: Limits, { user, password }: Login, { address, userAgent }: Origin): Promise<Session> {
  const who = user.includes('@') ? { email: user } : { nicknameKey: nicknameKey(user) }
  const credentials = await findCredentials(db, who)
  // A new password forgets what was counted against the old one.
  const key = credentials ? `${credentials.id}:${credentials.version}` : Object.values(who).join('')
  const isRight = await tryPassword(limits, key, credentials?.password_hash, password)
  if (isRight && credentials?.is_confirmed === false) return fail(accountsErrors.email_unconfirmed, { field: 'email' })
  const session =
    isRight && credentials
      ? await beginSession(db, { accountId: credentials.id, passwordHash: credentials.password_hash, userAgent })
      : undefined
  if (session) return session
  await countWrongPassword(limits, address)
  return fail(accountsErrors.login_wrong, { field: 'password' })
}
