import type { Page } from 'playwright'
import { accountsContract } from '#features/accounts/contract.ts'
import { captcha, linkIn } from '../people.ts'
import { type DemoPerson, guest, logIn } from './demo.ts'
import { mailTo } from './mailbox.ts'
import { newcomer, type Newcomer } from './newcomers.ts'

/** Somebody asked for an account: the link that came by mail. */
export async function askIn({ email }: Newcomer): Promise<URL> {
  await guest(accountsContract.startSignUp, { body: { email, captcha: await captcha(guest) } })
  return linkIn(await mailTo(email))
}

/** Somebody with an account, and nothing else yet; without a nickname when that is still to come. */
export async function account({ withNickname = true } = {}): Promise<Newcomer> {
  const who = newcomer()
  const { email, nickname, password } = who
  const token = (await askIn(who)).searchParams.get('token') ?? ''
  const body = { email, token, password, password_confirmation: password, captcha: await captcha(guest) }
  await guest(accountsContract.finishSignUp, { body: { ...body, ...(withNickname && { nickname }) } })
  return who
}

/** A new user with nothing but an account, for a test that changes what other tests of its file look at. */
export async function newUser(): Promise<DemoPerson> {
  const { email, password } = await account()
  return logIn(email, password)
}

/** Fills in the login that is on the page, and sends it. */
export async function fillLogin(page: Page, user: string, password: string): Promise<void> {
  await page.locator('[name=user]').fill(user)
  await page.locator('[name=password]').fill(password)
  // On a phone nobody is asked.
  const robot = page.getByRole('checkbox')
  if (await robot.isVisible()) await robot.check()
  await page.locator('form button[type=submit]').click()
}

/** Logs in, and is where that leads. */
export async function enter(page: Page, { email }: Newcomer, password: string): Promise<void> {
  await page.goto('/en/login')
  await fillLogin(page, email, password)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Is nobody logged in here? */
export const isGuest = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') === null)
