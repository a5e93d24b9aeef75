import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { accountsErrors } from '../errors.ts'
import { findOrInsertKey, insertUsedCaptcha } from './queries/secrets.ts'

const minutes = 10
const algorithm = 'PBKDF2/SHA-256'

const Payload = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      cost: z.int(),
      expiresAt: z.int(),
      keyLength: z.literal(32),
      keyPrefix: z.string().check(z.maxLength(64)),
      nonce: z.string().check(z.regex(/^[\da-f]{32}$/)),
      salt: z.string().check(z.regex(/^[\da-f]{32}$/)),
    }),
    signature: z.string().check(z.regex(/^[\da-f]{64}$/)),
  }),
  solution: z.object({
    counter: z.int().check(z.minimum(0), z.maximum(0xffff_ffff)),
    derivedKey: z.string().check(z.regex(/^[\da-f]{64}$/)),
  }),
})
type Payload = z.output<typeof Payload>

function decode(captcha: string): Payload | undefined {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(captcha, 'base64').toString())).data
  } catch {
    return undefined
  }
}

export interface Captchas {
  /** A challenge of this cost (hash rounds a try; 256 tries on average). */
  create(db: Db, cost: number): Promise<{ parameters: Payload['challenge']['parameters']; signature: string }>
  /** Accepts a solution once. @throws 422 on `captcha` when it is wrong, too old, used or cheaper than `cost` */
  accept(db: Db, captcha: string, cost: number): Promise<void>
}

/** Proof of work in the form of ALTCHA v2, signed by a key that all instances share. */
export function createCaptchas(): Captchas {
  let key: Promise<string> | undefined
  const findKey = (db: Db) =>
    (key ??= findOrInsertKey(db, 'captcha', randomBytes(32)).then(
      (value) => value.toString('base64'),
      (error: unknown) => {
        // Not remembered: the database may be back next time.
        key = undefined
        throw error
      },
    ))

  return {
    async create(db, cost) {
      const [{ createChallenge }, { deriveKey }] = await loadAltcha()
      const expiresAt = Math.floor(Date.now() / 1000) + minutes * 60
      return Payload.shape.challenge.parse(
        await createChallenge({ algorithm, cost, deriveKey, expiresAt, keyPrefix: '00', hmacSignatureSecret: await findKey(db) }),
      )
    },

    async accept(db, captcha, cost) {
      const refuse = () => fail(accountsErrors.captcha, { field: 'captcha' })
      const payload = decode(captcha)
      if (!payload || payload.challenge.parameters.cost < cost) return refuse()
      const [{ verifySolution }, { deriveKey }] = await loadAltcha()
      const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: await findKey(db) })
      if (!verified) return refuse()
      const { nonce, expiresAt } = payload.challenge.parameters
      if (!(await insertUsedCaptcha(db, Buffer.from(nonce, 'hex'), new Date(expiresAt * 1000)))) refuse()
    },
  }
}

const loadAltcha = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
