import type { Db } from '#kit/server/db.ts'
import { addressKey, demand, type Limits } from '#kit/server/limits.ts'
import { createCaptchas } from './captcha.ts'
import { verifyPassword } from './passwords.ts'
import type { AccountsServices } from './services.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const wrongPasswords = { max: 10, windowSeconds: quarterHour, cooldown: true }
const wrongFromOneAddress = { max: 300, windowSeconds: quarterHour }

/**
 * Is this the password? Counted before it is looked at, so that guesses side by side can't slip through.
 * @param key whose password it is, whoever that may be: 10 wrong ones in 15 minutes, then 15 minutes none
 * @throws 429
 */
export async function tryPassword(limits: Limits, key: string, passwordHash: string | undefined, password: string): Promise<boolean> {
  const counter = `password:${key}`
  demand(await limits.take(counter, wrongPasswords))
  let isWrong = false
  try {
    isWrong = !(await verifyPassword(passwordHash, password))
    return !isWrong
  } finally {
    if (!isWrong) await limits.giveBack(counter)
  }
}

const wrongFrom = (address: string) => `wrong-passwords-from:${addressKey(address)}`
export const countWrongPassword = (limits: Limits, address: string) => limits.take(wrongFrom(address), wrongFromOneAddress)

/** Captchas for callers: dearer where many wrong passwords came from. Nobody is locked out, as schools share an address. */
export function createDoorkeeper({ config, limits }: Pick<AccountsServices, 'config' | 'limits'>) {
  const captchas = createCaptchas()
  async function costFor(address: string): Promise<number> {
    const wrong = await limits.used(wrongFrom(address), wrongFromOneAddress.windowSeconds)
    return wrong < wrongFromOneAddress.max ? config.captchaCost : 4 * config.captchaCost
  }
  return {
    challenge: async (db: Db, address: string) => captchas.create(db, await costFor(address)),
    /** @throws 422 on `captcha` */
    accept: async (db: Db, captcha: string, address: string) => captchas.accept(db, captcha, await costFor(address)),
  }
}

/**
 * Counts a mail before it is sent, also one to an address that nobody here has: asking must tell nothing.
 * @throws 429 after 3 an hour or 5 a day to one address, or 60 an hour from one client
 */
export async function countMail(limits: Limits, to: string, clientAddress: string): Promise<void> {
  demand(
    await limits.takeAll([
      [`mails-an-hour:${to}`, { max: 3, windowSeconds: hour }],
      [`mails-a-day:${to}`, { max: 5, windowSeconds: 24 * hour }],
      [`mails-from:${addressKey(clientAddress)}`, { max: 60, windowSeconds: hour }],
    ]),
  )
}
