import { setTimeout as sleep } from 'node:timers/promises'
import { common } from '#kit/contract/problems.ts'
import { fail, ProblemError } from '#kit/server/fail.ts'
import { createFairQueue, QueueFull } from '#kit/server/fair-queue.ts'
import { accountsErrors } from '../errors.ts'
import { repeatsIdentity } from '../rules.ts'

/** OWASP's choice for Argon2id (the library's own default kind): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** One core's worth at most, however many there are: a storm of logins slows down logins alone. More than a second or two of them waiting is refused. */
const hashing = createFairQueue({ places: 1, maxWaiting: 100 })

/** Milliseconds between one hash (7 ms of a core) and the next in its place. Without them a storm fills the machine, and reads wait. */
const rest = 5

const loadArgon2 = () => import('@node-rs/argon2')

/** Off the event loop and in turn. @throws 503 when too many wait */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    hashing(async () => {
      await work().then(resolve, reject)
      await sleep(rest)
    }).catch((error: unknown) => {
      reject(error instanceof QueueFull ? new ProblemError(common.unavailable, { retryAfter: 2 }) : (error as Error))
    })
  })
}

/** The same password typed on another keyboard is the same. */
const normal = (password: string) => password.normalize('NFKC')

const loadCommon = () => import('./common-passwords.ts').then((module) => module.commonPasswords)

/** What is wrong with a new password besides its length: everybody can guess it. @throws 422 on `password` */
export async function demandGoodPassword(password: string, ...identity: (string | null | undefined)[]): Promise<void> {
  if (repeatsIdentity(password, ...identity)) fail(accountsErrors.password_is_identity, { field: 'password' })
  if ((await loadCommon()).has(normal(password).toLowerCase())) fail(accountsErrors.password_common, { field: 'password' })
}

/** @returns the password's Argon2id hash in PHC form */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2()
  return inTurn(() => hash(normal(password), cost))
}

/** The hash of a random password that nobody knows: checked where there is nobody, so that it takes as long. */
export const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$04vvkRYI49JVoQXsNGHqDA$IP5iAUiNAIzNUG8H6AcOeeAgnlkp3h8RrHBBGOBx/jY'

/** Is this the password? `undefined`: there is nobody to have one; finding that out takes just as long. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await loadArgon2()
  const isRight = await inTurn(() => verify(passwordHash ?? nobodysHash, normal(password)))
  return isRight && passwordHash !== undefined
}
