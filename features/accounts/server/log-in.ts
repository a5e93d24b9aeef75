import { createHash } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Limits } from '#kit/server/limits.ts'
import { accountsErrors } from '../errors.ts'
import { lookAlikeKey } from '../rules.ts'
import { tryPassword } from './attempts.ts'
import { verifyPassword } from './passwords.ts'
import { type Credentials, findCredentials } from './queries/accounts.ts'
import { isKnownDevice, rememberDevice } from './queries/devices.ts'
import { beginSession, type Session } from './sessions.ts'
import { hashToken, newToken } from './tokens.ts'

/** Who is meant by what was typed, as far as that is known. */
export interface Addressee {
  account: (Credentials & { account_id: string }) | undefined
  /** Password hashes of sign-ups that wait to be confirmed, or seem to. */
  waiting: string[]
  /**
   * What wrong passwords are counted by: the name that was typed, the same way whether anybody has it or not. Were it the account,
   * guesses at a nickname would be felt at its address, and tell whose that is. A new password starts anew.
   */
  key: string
}

/** What guesses at a name are counted by. @param name in lower case @param version of the account's password, if there is one */
export const guessKey = (name: string, version = ''): string => `${createHash('sha256').update(name).digest('hex')}:${version}`

/** @param user e-mail address or nickname */
export async function findAddressee(db: Db, user: string): Promise<Addressee> {
  // What finds an account is what is counted: no way of writing a name does one of both alone.
  const name = user.includes('@') ? user.toLowerCase() : lookAlikeKey(user)
  const who = user.includes('@') ? { email: name } : { nicknameKey: name }
  const found = await findCredentials(db, who)
  const account = found.find((one): one is Credentials & { account_id: string } => one.account_id !== null)
  return {
    account,
    waiting: found.filter((one) => one.account_id === null).map((one) => one.password_hash),
    key: guessKey(name, account?.version),
  }
}

/** Where a login comes from. */
export interface Origin {
  address: string
  userAgent: string
  /** The browser's cookie of an earlier login. */
  deviceToken: string | undefined
}

/** Has the browser logged in to this account before? Asked for every cookie, also where there is no account. */
export async function knownDevice(db: Db, { account }: Addressee, token: string | undefined): Promise<Buffer | undefined> {
  if (token === undefined) return undefined
  const deviceHash = hashToken(token)
  return (await isKnownDevice(db, deviceHash, account?.account_id ?? '')) ? deviceHash : undefined
}

/**
 * A session for whoever knows the password, and a new cookie for the browser. Unknown and known ones get the same answer, after the
 * same work: the account's password or nobody's is looked at first, then those of sign-ups, which a known address has just so.
 * @throws 422 for a wrong password and, only with the right one, for a sign-up that is not confirmed; 429; 503
 */
export async function logIn(
  db: Db,
  limits: Limits,
  { addressee, password, device }: { addressee: Addressee; password: string; device: Buffer | undefined },
  { address, userAgent, deviceToken }: Origin,
): Promise<Session & { device: string }> {
  const { account, waiting, key } = addressee
  let session: Session | undefined
  let isUnconfirmed = false
  await tryPassword(limits, { account: key, address, device }, async () => {
    if (await verifyPassword(account?.password_hash, password, address)) {
      session = await beginSession(db, { accountId: account!.account_id, passwordHash: account!.password_hash, userAgent })
      return session !== undefined
    }
    for (const hash of waiting) if (!isUnconfirmed) isUnconfirmed = await verifyPassword(hash, password, address)
    return isUnconfirmed
  })
  if (isUnconfirmed) fail(accountsErrors.email_unconfirmed, { field: 'email' })
  if (!session) return fail(accountsErrors.login_wrong, { field: 'password' })
  const cookie = newToken()
  const earlierHash = deviceToken === undefined ? undefined : hashToken(deviceToken)
  await rememberDevice(db, { earlierHash, deviceHash: hashToken(cookie), accountId: account!.account_id })
  return { ...session, device: cookie }
}
