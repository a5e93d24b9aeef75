import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { createFairQueue } from '#kit/server/fair-queue.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { addressKey } from '#kit/server/http/limits.ts'
import { accountsErrors } from '../errors.ts'
import { insertUsedCaptcha } from './queries/secrets.ts'

const validMinutes = 10
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

function decodeCaptcha(captcha: string): Payload | undefined {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(captcha, 'base64').toString())).data
  } catch {
    return undefined
  }
}

export interface Captchas {
  /** Creates a challenge of this cost (hash rounds per try; 256 tries on average). */
  create(db: Db, cost: number): Promise<{ parameters: Payload['challenge']['parameters']; signature: string }>
  /**
   * Accepts a solution once.
   * @param required `cost`: the minimum; `client`: the sender's address
   * @throws 422 on `captcha` if the solution is wrong, expired or used, or `captcha_dearer` if its cost is below the minimum;
   *   503 if too many costly solutions wait to be checked
   */
  accept(db: Db, captcha: string, required: { cost: number; client: string }): Promise<void>
}

/** Checks one costly solution at a time, because each takes up to 64 times as long as an easy one. */
const enqueueCostlyCheck = createFairQueue({ concurrency: 1, maxWaiting: 50 })

/**
 * ALTCHA v2 proof of work, signed with a key that all instances share.
 * @param minCost minimum cost of a challenge
 */
export function createCaptchas(minCost: number): Captchas {
  const findKey = createInstallationKey('captcha')
  const findSecret = async (db: Db) => (await findKey(db)).toString('base64')

  return {
    async create(db, cost) {
      const [{ createChallenge }, { deriveKey }] = await loadAltcha()
      const expiresAt = Math.floor(Date.now() / 1000) + validMinutes * 60
      return Payload.shape.challenge.parse(
        await createChallenge({ algorithm, cost, deriveKey, expiresAt, keyPrefix: '00', hmacSignatureSecret: await findSecret(db) }),
      )
    },

    async accept(db, captcha, { cost, client }) {
      const refuse = () => fail(accountsErrors.captcha, { field: 'captcha' })
      const payload = decodeCaptcha(captcha)
      const claimedCost = payload?.challenge.parameters.cost ?? 0
      if (!payload || claimedCost < minCost) return refuse()
      if (claimedCost < cost) return fail(accountsErrors.captcha_dearer, { field: 'captcha' })
      const [{ verifySolution }, { deriveKey }] = await loadAltcha()
      const hmacSignatureSecret = await findSecret(db)
      const verify = () => verifySolution({ ...payload, deriveKey, hmacSignatureSecret })
      const { verified } = await (claimedCost > minCost ? enqueueCostlyCheck(verify, { key: addressKey(client) }) : verify())
      if (!verified) return refuse()
      const { nonce, expiresAt } = payload.challenge.parameters
      if (!(await insertUsedCaptcha(db, Buffer.from(nonce, 'hex'), new Date(expiresAt * 1000)))) refuse()
    },
  }
}

const loadAltcha = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
