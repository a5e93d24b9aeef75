import { fail } from '#kit/server/http/fail.ts'
import { createFairQueue } from '#kit/server/fair-queue.ts'
import { normalize } from '#kit/contract/names.ts'
import { addressKey } from '#kit/server/http/limits.ts'
import { accountsErrors } from '../errors.ts'
import { repeatsIdentity } from '../rules.ts'
import { hashInThread, verifyInThread } from './hashing-thread.ts'

/** Hashing takes at most one core, and callers wait one or two seconds at most. */
const enqueueHash = createFairQueue({ concurrency: 1, maxWaiting: 100 })

/** @param client the caller's address; addresses are served round robin */
const queueOf = (client: string | undefined) => ({ key: client && addressKey(client) })

/** Normalises Unicode, because keyboards send the same character in different forms. */
const normalizePassword = (password: string) => normalize(password, 'NFKC')

let commonPasswords: ReadonlySet<string> | undefined
/** Common passwords in lower case, loaded when a user first chooses a password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { default: file } = await import('./common-passwords.json', { with: { type: 'json' } })
  return (commonPasswords ??= new Set(file.passwords.join(' ').split(' ')))
}

/** Refuses passwords that are easy to guess. @throws 422 on `password` */
export async function assertStrongPassword(password: string, ...identity: (string | null | undefined)[]): Promise<void> {
  if (repeatsIdentity(password, ...identity)) fail(accountsErrors.password_is_identity, { field: 'password' })
  if ((await loadCommonPasswords()).has(normalizePassword(password).toLowerCase()))
    fail(accountsErrors.password_common, { field: 'password' })
}

/**
 * @param client the caller's address, for fair queueing
 * @returns the Argon2id hash in PHC format
 * @throws 503 when too many wait
 */
export const hashPassword = (password: string, client?: string): Promise<string> =>
  enqueueHash(() => hashInThread(normalizePassword(password)), queueOf(client))

/** The hash of a random password, compared if there is no account, to take the same time. */
export const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$04vvkRYI49JVoQXsNGHqDA$IP5iAUiNAIzNUG8H6AcOeeAgnlkp3h8RrHBBGOBx/jY'

/**
 * Compares a password with a hash. Without a hash, takes the same time.
 * @param client the caller's address, for fair queueing
 * @throws 503 when too many wait
 */
export async function verifyPassword(passwordHash: string | undefined, password: string, client?: string): Promise<boolean> {
  const isRight = await enqueueHash(() => verifyInThread(passwordHash ?? decoyHash, normalizePassword(password)), queueOf(client))
  return isRight && passwordHash !== undefined
}
