import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Limits } from '#kit/server/limits.ts'
import { accountsErrors } from '../errors.ts'
import { nicknameKey } from '../rules.ts'
import { countWrongPassword, tryPassword } from './attempts.ts'
import { findCredentials } from './queries/accounts.ts'

export interface Login {
  /** E-mail address or nickname. */
  user: string
  password: string
}

/**
 * The account that logs in. Unknown and known ones get the same answer, after the same work.
 * @throws 422 for a wrong password and, only with the right one, for an address that is not confirmed; 429; 503
 */
export async function logIn(db: Db, limits: Limits, { user, password }: Login, address: string): Promise<string> {
  const who = user.includes('@') ? { email: user } : { nicknameKey: nicknameKey(user) }
  const credentials = await findCredentials(db, who)
  // A new password forgets what was counted against the old one.
  const key = credentials ? `${credentials.id}:${credentials.version}` : Object.values(who).join('')
  if (!(await tryPassword(limits, key, credentials?.password_hash, password)) || !credentials) {
    await countWrongPassword(limits, address)
    return fail(accountsErrors.login_wrong, { field: 'password' })
  }
  return credentials.is_confirmed ? credentials.id : fail(accountsErrors.email_unconfirmed, { field: 'email' })
}
