import { randomBytes } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import type { NewAccount } from '#features/accounts/server/queries/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import type { Caller, Client } from './serve.ts'

/** The password of all test users. Its hash is made once with low cost, because checking a password is otherwise slow on purpose. */
export const password = 'correct horse battery'
const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$+6aNScVSucKEzZbifN28gg$1XzTxi2JY8oLFeAY3CNb4ts3AmoHmJpHp92rG4UKirM'

export interface Person {
  id: string
  email: string
  nickname: string | null
  token: string
  refreshToken: string
  cookie: string
  sessionId: string
  client: Client
}

/** Creates a logged-in user. Fields that aren't given have default values. */
export async function createUser(
  { db, clientFor }: { db: Db; clientFor: (caller?: Caller) => Client },
  fields: Partial<NewAccount> = {},
  caller: Omit<Caller, 'token'> = {},
): Promise<Person> {
  const unique = `u${randomBytes(6).toString('hex')}`
  const id = fields.id ?? newId()
  const account = { nickname: unique, ...fields, id, email: fields.email ?? `${unique}@example.com` }
  await saveAccounts(db, [{ password_hash: passwordHash, ...account }])
  const session = await issueSession(db, id, 'Test browser')
  return {
    id,
    email: account.email,
    nickname: account.nickname,
    token: session.access_token,
    refreshToken: session.refresh_token,
    cookie: session.cookie,
    sessionId: session.sessionId,
    client: clientFor({ ...caller, token: session.access_token }),
  }
}

/** Returns a solved captcha, for calls that require one. */
export async function solveCaptchaFor(client: Client): Promise<string> {
  const challenge = await client(accountsContract.createCaptcha, {})
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Returns the address that is on a line of its own in a raw email. */
export const linkIn = (mail: string) => new URL(/^https?:\/\/\S+$/m.exec(mail)?.[0] ?? '')
/** Returns the code that is on a line of its own in a raw email. */
export const codeIn = (mail: string) => /^\d{4}$/m.exec(mail)?.[0] ?? ''
