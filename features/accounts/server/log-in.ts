import { createHash } from 'node:crypto'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import { accountsErrors } from '../errors.ts'
import { lookAlikeKey } from '../rules.ts'
import { tryPassword } from './attempts.ts'
import { verifyPassword } from './passwords.ts'
import { type Credentials, findCredentials } from './queries/accounts.ts'
import { isKnownDevice, rememberDevice } from './queries/devices.ts'
import { findSuspension, type Suspension } from './queries/suspensions.ts'
import { beginSession, type Session } from './sessions.ts'
import { refuseSuspended } from './suspension.ts'
import { hashToken, generateToken } from './tokens.ts'

/** The account that the input names, if it exists. */
export interface LoginAccount {
  account: (Credentials & { account_id: string }) | undefined
  /** Password hashes of unconfirmed sign-ups, or decoys. */
  waiting: string[]
  /**
   * Key for counting wrong passwords: the typed name, even if no account has it. With a key per account, guesses at a username would also
   * block its email address, and so reveal that they belong together. A new password resets the count.
   */
  key: string
}

/** Returns the key for counting guesses. @param name in lower case @param version of the account's password; empty without an account */
export const passwordAttemptKey = (name: string, version = ''): string => `${createHash('sha256').update(name).digest('hex')}:${version}`

/** @param user email or username */
export async function findLoginAccount(db: Db, user: string): Promise<LoginAccount> {
  // Counts by the normalised lookup key, so that no spelling avoids the count.
  const name = user.includes('@') ? user.toLowerCase() : lookAlikeKey(user)
  const identity = user.includes('@') ? { email: name } : { nicknameKey: name }
  const credentials = await findCredentials(db, identity)
  const account = credentials.find((item): item is Credentials & { account_id: string } => item.account_id !== null)
  return {
    account,
    waiting: credentials.filter((item) => item.account_id === null).map((item) => item.password_hash),
    key: passwordAttemptKey(name, account?.version),
  }
}

export interface LoginOrigin {
  address: string
  userAgent: string
  /** The browser's cookie from an earlier login. */
  deviceToken: string | undefined
  language: Language
}

/** Whether the browser has logged in to this account before. Queries for every cookie, even without an account, to take the same time. */
export async function findKnownDevice(db: Db, { account }: LoginAccount, token: string | undefined): Promise<Buffer | undefined> {
  if (token === undefined) return undefined
  const deviceHash = hashToken(token)
  return (await isKnownDevice(db, deviceHash, account?.account_id ?? '')) ? deviceHash : undefined
}

/**
 * Starts a session for the correct password, with a new browser cookie. Known and unknown names take equal time and get the same response:
 * one account hash is compared, real or decoy, then the hashes of sign-ups.
 * @throws 422 for a wrong password, and for an unconfirmed sign-up whose password is right; 403 for a suspended user;
 *   429 after too many attempts; 503 when too many passwords wait
 */
export async function logIn(
  db: Db,
  limits: Limits,
  { addressee, password, device }: { addressee: LoginAccount; password: string; device: Buffer | undefined },
  { address, userAgent, deviceToken, language }: LoginOrigin,
): Promise<Session & { device: string }> {
  const { account, waiting, key } = addressee
  let session: Session | undefined
  let isUnconfirmed = false
  let suspension: Suspension | undefined
  await tryPassword(limits, { account: key, address, device }, async () => {
    if (await verifyPassword(account?.password_hash, password, address)) {
      session = await beginSession(db, { accountId: account!.account_id, passwordHash: account!.password_hash, userAgent })
      if (!session) suspension = await findSuspension(db, account!.account_id)
      return session !== undefined || suspension !== undefined
    }
    for (const hash of waiting) if (!isUnconfirmed) isUnconfirmed = await verifyPassword(hash, password, address)
    return isUnconfirmed
  })
  if (isUnconfirmed) fail(accountsErrors.email_unconfirmed, { field: 'email' })
  if (suspension) return refuseSuspended(suspension, language)
  if (!session) return fail(accountsErrors.login_wrong, { field: 'password' })
  const cookie = generateToken()
  const earlierHash = deviceToken === undefined ? undefined : hashToken(deviceToken)
  await rememberDevice(db, { earlierHash, deviceHash: hashToken(cookie), accountId: account!.account_id })
  return { ...session, device: cookie }
}
