import type { Db } from '#kit/server/db.ts'
import { addressKey, demand, type Limits, networkKey } from '#kit/server/limits.ts'
import { mailboxKey } from '../rules.ts'
import { createCaptchas } from './captcha.ts'
import type { AccountsServices } from './services.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const wrongPasswords = { max: 10, windowSeconds: quarterHour, cooldown: true }
const wrongAtOneAccount = { max: 100, windowSeconds: quarterHour }
const wrongFromOneAddress = { max: 300, windowSeconds: quarterHour }
const wrongCodesFromOneAddress = { max: 20, windowSeconds: hour }
const wrongCodesInAll = { max: 500, windowSeconds: hour }

/** Whose password is tried, and from where. */
export interface Guess {
  /** The name under which an account is meant: `guessKey`. */
  account: string
  address: string
  /** A browser that has logged in to this account before: what strangers try is not counted against it. */
  device?: Buffer | undefined
}

const wrongAt = (account: string) => `wrong-passwords-at:${account}`
const wrongFrom = (address: string) => `wrong-passwords-from:${addressKey(address)}`

/**
 * Is a password right? Counted before it is looked at, so that guesses side by side can't slip through: 10 wrong ones in 15 minutes
 * for an account and a network (or a browser that is known to the account), then 15 minutes none. Others are not hindered.
 * @throws 429
 */
export async function tryPassword(limits: Limits, { account, address, device }: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
  const counter = `password:${account}:${device ? `at ${device.toString('hex')}` : `from ${networkKey(address)}`}`
  demand(await limits.take(counter, wrongPasswords))
  let isWrong = false
  try {
    isWrong = !(await isRight())
  } finally {
    if (!isWrong) await limits.giveBack(counter)
  }
  if (isWrong) {
    if (!device) await limits.take(wrongAt(account), wrongAtOneAccount)
    await limits.take(wrongFrom(address), wrongFromOneAddress)
  }
  return !isWrong
}

/**
 * Captchas for callers: four times as dear where 300 wrong passwords came from, as schools share an address, and sixteen times for an
 * account at which 100 were tried. Nobody is locked out.
 */
export function createCaptchaDesk({ config, limits }: Pick<AccountsServices, 'config' | 'limits'>) {
  const captchas = createCaptchas(config.captchaCost)
  const isOver = async (counter: string, { max, windowSeconds }: typeof wrongAtOneAccount) =>
    (await limits.used(counter, windowSeconds)) >= max
  async function costFor(address: string, account?: string): Promise<number> {
    const fromAddress = (await isOver(wrongFrom(address), wrongFromOneAddress)) ? 4 : 1
    const atAccount = account !== undefined && (await isOver(wrongAt(account), wrongAtOneAccount)) ? 16 : 1
    return config.captchaCost * fromAddress * atAccount
  }
  return {
    /** @param account as in {@link Guess}, when it is known whom the caller wants to log in as */
    challenge: async (db: Db, address: string, account?: string) => captchas.create(db, await costFor(address, account)),
    /** @throws 422 on `captcha`: `captcha_dearer` when the work was too little for this caller or account */
    accept: async (db: Db, captcha: string, address: string, account?: string) =>
      captchas.accept(db, captcha, { cost: await costFor(address, account), client: address }),
  }
}

/** Counts a call that asks for a mail, whether one is sent or not. @throws 429 after 60 an hour from one client */
export async function countAsking(limits: Limits, clientAddress: string): Promise<void> {
  demand(await limits.take(`mails-from:${addressKey(clientAddress)}`, { max: 60, windowSeconds: hour }))
}

/**
 * May one more mail go to this address, whether anybody here has it or not? 3 an hour and 5 a day for each purpose; addresses of one
 * mailbox are counted as one. Whoever asks for more is not told: the latest mail still works.
 */
export const mayMail = (limits: Limits, purpose: 'sign-up' | 'reset' | 'adult', to: string) =>
  limits.takeAll([
    [`${purpose}-mails-an-hour:${mailboxKey(to)}`, { max: 3, windowSeconds: hour }],
    [`${purpose}-mails-a-day:${mailboxKey(to)}`, { max: 5, windowSeconds: 24 * hour }],
  ])

const wrongCodesFrom = (address: string) => `wrong-codes-from:${addressKey(address)}`
const wrongCodes = 'wrong-codes'

/**
 * Tries a mailed code that somebody without a session fills in, counted before it is looked at: 20 wrong ones an hour from one client,
 * 500 an hour from all together, or one of so many codes would be hit sooner or later.
 * @param attempt undefined: the code was wrong
 * @throws 429
 */
export async function tryStrangersCode<T>(limits: Limits, address: string, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  demand(
    await limits.takeAll([
      [wrongCodesFrom(address), wrongCodesFromOneAddress],
      [wrongCodes, wrongCodesInAll],
    ]),
  )
  const found = await attempt()
  if (found !== undefined) {
    await limits.giveBack(wrongCodesFrom(address))
    await limits.giveBack(wrongCodes)
  }
  return found
}

/** The same for a code of somebody who is logged in: it counts for all, but what strangers try is not held against it. */
export async function tryOwnCode(limits: Limits, address: string, attempt: () => Promise<boolean>): Promise<boolean> {
  const counter = wrongCodesFrom(address)
  demand(await limits.take(counter, wrongCodesFromOneAddress))
  const isRight = await attempt()
  if (isRight) await limits.giveBack(counter)
  else await limits.take(wrongCodes, wrongCodesInAll)
  return isRight
}

const usedUp = { max: 1, windowSeconds: 24 * hour }
const usedUpOf = (accountId: string) => `codes-used-up:${accountId}`
/** All attempts at an account's code were wrong: for a day it gets links only, or a stranger could use up every code that its owner asks for. */
export const noteCodeUsedUp = (limits: Limits, accountId: string) => limits.take(usedUpOf(accountId), usedUp)
export const hasUsedUpCodes = async (limits: Limits, accountId: string): Promise<boolean> =>
  (await limits.used(usedUpOf(accountId), usedUp.windowSeconds)) > 0

/** Were so many wrong codes tried that only links are mailed? A link can't be guessed. */
export const onlyLinks = async (limits: Limits): Promise<boolean> =>
  (await limits.used(wrongCodes, wrongCodesInAll.windowSeconds)) >= wrongCodesInAll.max
