import type { Db } from '#kit/server/db/db.ts'
import { addressKey, assertAllowed, type Limits, networkKey } from '#kit/server/http/limits.ts'
import { mailboxKey } from '../rules.ts'
import { createCaptchas } from './captcha.ts'
import type { AccountsServices } from './services.ts'

const quarterHourSeconds = 15 * 60
const hourSeconds = 60 * 60
const wrongPasswordsLimit = { max: 10, windowSeconds: quarterHourSeconds, cooldown: true }
const wrongAtOneAccountLimit = { max: 100, windowSeconds: quarterHourSeconds }
const wrongFromOneAddressLimit = { max: 300, windowSeconds: quarterHourSeconds }
const wrongCodesFromOneAddressLimit = { max: 20, windowSeconds: hourSeconds }
const wrongCodesLimit = { max: 500, windowSeconds: hourSeconds }

export interface PasswordAttempt {
  /** The account's key, from `passwordAttemptKey`. */
  account: string
  address: string
  /** Token of a browser that has logged in to this account before. Failures elsewhere don't count against this browser. */
  device?: Buffer | undefined
}

const wrongPasswordsKeyOfAccount = (account: string) => `wrong-passwords-at:${account}`
const wrongPasswordsKeyOfAddress = (address: string) => `wrong-passwords-from:${addressKey(address)}`

/**
 * Checks a password. Counts before checking, so that concurrent guesses can't exceed the limit. After 10 wrong passwords in 15 minutes, an
 * account is blocked for 15 minutes, only for that network (or that known browser).
 * @throws 429
 */
export async function tryPassword(
  limits: Limits,
  { account, address, device }: PasswordAttempt,
  checkPassword: () => Promise<boolean>,
): Promise<boolean> {
  const counter = `password:${account}:${device ? `at ${device.toString('hex')}` : `from ${networkKey(address)}`}`
  assertAllowed(await limits.take(counter, wrongPasswordsLimit))
  let isWrong = false
  try {
    isWrong = !(await checkPassword())
  } finally {
    if (!isWrong) await limits.giveBack(counter)
  }
  if (isWrong) {
    if (!device) await limits.take(wrongPasswordsKeyOfAccount(account), wrongAtOneAccountLimit)
    await limits.take(wrongPasswordsKeyOfAddress(address), wrongFromOneAddressLimit)
  }
  return !isWrong
}

/**
 * Sets the cost of captchas. After 300 wrong passwords, the cost is fourfold for an IP address, which a whole school may share; after 100,
 * it is sixteenfold for an account. A captcha never blocks a login.
 */
export function createLoginCaptchas({ config, limits }: Pick<AccountsServices, 'config' | 'limits'>) {
  const captchas = createCaptchas(config.captchaCost)
  const isLimitReached = async (counter: string, { max, windowSeconds }: typeof wrongAtOneAccountLimit) =>
    (await limits.used(counter, windowSeconds)) >= max
  async function captchaCostFor(address: string, account?: string): Promise<number> {
    const addressFactor = (await isLimitReached(wrongPasswordsKeyOfAddress(address), wrongFromOneAddressLimit)) ? 4 : 1
    const accountFactor =
      account !== undefined && (await isLimitReached(wrongPasswordsKeyOfAccount(account), wrongAtOneAccountLimit)) ? 16 : 1
    return config.captchaCost * addressFactor * accountFactor
  }
  return {
    /** @param account as in {@link PasswordAttempt}, if known */
    challenge: async (db: Db, address: string, account?: string) => captchas.create(db, await captchaCostFor(address, account)),
    /** @throws 422 on `captcha`: `captcha_dearer` if the solution's cost was too low for this caller or account */
    accept: async (db: Db, captcha: string, address: string, account?: string) =>
      captchas.accept(db, captcha, { cost: await captchaCostFor(address, account), client: address }),
  }
}

/** Counts a request for an email, whether sent or not. @throws 429 after 60 an hour from one client */
export async function countMailRequest(limits: Limits, clientAddress: string): Promise<void> {
  assertAllowed(await limits.take(`mails-from:${addressKey(clientAddress)}`, { max: 60, windowSeconds: hourSeconds }))
}

/**
 * Whether another email may be sent to this address: 3 an hour and 5 a day per purpose, counted per mailbox. Callers ignore excess requests
 * silently, because the latest email still works.
 */
export const canSendMail = (limits: Limits, purpose: 'sign-up' | 'reset' | 'adult', to: string) =>
  limits.takeAll([
    [`${purpose}-mails-an-hour:${mailboxKey(to)}`, { max: 3, windowSeconds: hourSeconds }],
    [`${purpose}-mails-a-day:${mailboxKey(to)}`, { max: 5, windowSeconds: 24 * hourSeconds }],
  ])

const wrongCodesKeyOfAddress = (address: string) => `wrong-codes-from:${addressKey(address)}`
const wrongCodesKey = 'wrong-codes'

/**
 * Checks an emailed code entered without a session. Counts before checking: 20 wrong codes an hour per client, and 500 an hour site-wide.
 * The site-wide limit stops guesses that are spread over many accounts and clients.
 * @param attempt returns undefined for a wrong code
 * @throws 429
 */
export async function tryCodeWithoutSession<T>(
  limits: Limits,
  address: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  assertAllowed(
    await limits.takeAll([
      [wrongCodesKeyOfAddress(address), wrongCodesFromOneAddressLimit],
      [wrongCodesKey, wrongCodesLimit],
    ]),
  )
  const result = await attempt()
  if (result !== undefined) {
    await limits.giveBack(wrongCodesKeyOfAddress(address))
    await limits.giveBack(wrongCodesKey)
  }
  return result
}

/** Tries a code of a logged-in user. Wrong codes count towards the site-wide limit, but that limit doesn't block logged-in users. */
export async function tryCodeOfUser(limits: Limits, address: string, attempt: () => Promise<boolean>): Promise<boolean> {
  const counter = wrongCodesKeyOfAddress(address)
  assertAllowed(await limits.take(counter, wrongCodesFromOneAddressLimit))
  const isRight = await attempt()
  if (isRight) await limits.giveBack(counter)
  else await limits.take(wrongCodesKey, wrongCodesLimit)
  return isRight
}

const dailyLimit = { max: 1, windowSeconds: 24 * hourSeconds }
const codesBlockedKey = (accountId: string) => `codes-used-up:${accountId}`
/**
 * Records that all attempts at a code were wrong. For a day, the account then gets links instead of codes, so that other people can't use up
 * its codes.
 */
export const blockCodes = (limits: Limits, accountId: string) => limits.take(codesBlockedKey(accountId), dailyLimit)
export const areCodesBlocked = async (limits: Limits, accountId: string): Promise<boolean> =>
  (await limits.used(codesBlockedKey(accountId), dailyLimit.windowSeconds)) > 0

/** Whether links are mailed instead of codes, because too many wrong codes were tried site-wide. Links can't be guessed. */
export const isCodeMailBlocked = async (limits: Limits): Promise<boolean> =>
  (await limits.used(wrongCodesKey, wrongCodesLimit.windowSeconds)) >= wrongCodesLimit.max
