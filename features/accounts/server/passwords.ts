import { fail } from '#kit/server/fail.ts'
import { createFairQueue } from '#kit/server/fair-queue.ts'
import { normalize } from '#kit/contract/names.ts'
import { addressKey } from '#kit/server/limits.ts'
import { accountsErrors } from '../errors.ts'
import { repeatsIdentity } from '../rules.ts'
import { hashInThread, verifyInThread } from './hashing-thread.ts'

/** One core's worth at most, however many there are. More than a second or two of them waiting is refused. */
const enqueueHash = createFairQueue({ concurrency: 1, maxWaiting: 100 })

/** @param client the address of who asks; addresses are served round robin */
const queueOf = (client: string | undefined) => ({ key: client && addressKey(client) })

/** The same password typed on another keyboard is the same. */
const normal = (password: string) => normalize(password, 'NFKC')

const loadCommon = () => import('./common-passwords.ts').then((module) => module.commonPasswords)

/** What is wrong with a new password besides its length: everybody can guess it. @throws 422 on `password` */
export async function demandGoodPassword(password: string, ...identity: (string | null | undefined)[]): Promise<void> {
  if (repeatsIdentity(password, ...identity)) fail(accountsErrors.password_is_identity, { field: 'password' })
  if ((await loadCommon()).has(normal(password).toLowerCase())) fail(accountsErrors.password_common, { field: 'password' })
}

/**
 * @param client the address of who asks: nobody waits behind the many of another one
 * @returns the password's Argon2id hash in PHC form
 * @throws 503 when too many wait
 */
export const hashPassword = (password: string, client?: string): Promise<string> =>
  enqueueHash(() => hashInThread(normal(password)), queueOf(client))

/** The hash of a random password that nobody knows: checked where there is nobody, so that it takes as long. */
export const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$04vvkRYI49JVoQXsNGHqDA$IP5iAUiNAIzNUG8H6AcOeeAgnlkp3h8RrHBBGOBx/jY'

/** Is this the password? `undefined`: there is nobody to have one; finding that out takes just as long. @param client as in {@link hashPassword} @throws 503 */
export async function verifyPassword(passwordHash: string | undefined, password: string, client?: string): Promise<boolean> {
  const isRight = await enqueueHash(() => verifyInThread(passwordHash ?? nobodysHash, normal(password)), queueOf(client))
  return isRight && passwordHash !== undefined
}
