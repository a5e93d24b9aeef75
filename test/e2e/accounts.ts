import type { Page } from 'playwright'
import { callEndpoint, type Send } from '#kit/contract/client.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { solveCaptchaFor, linkIn } from '../people.ts'
import { type DemoPerson, guest, logIn } from './demo.ts'
import { mailTo } from './mailbox.ts'
import { newcomer, type Newcomer } from './newcomers.ts'

/** Requests an account, and returns the emailed link. */
export async function requestSignUp({ email }: Newcomer): Promise<URL> {
  await guest(accountsContract.startSignUp, { body: { email, captcha: await solveCaptchaFor(guest) } })
  return linkIn(await mailTo(email))
}

/** Creates an account that has no data, and optionally no username. */
export async function createAccount({ withNickname = true } = {}): Promise<Newcomer> {
  const user = newcomer()
  const { email, nickname, password } = user
  const token = (await requestSignUp(user)).searchParams.get('token') ?? ''
  const body = { email, token, password, password_confirmation: password, captcha: await solveCaptchaFor(guest) }
  await guest(accountsContract.finishSignUp, { body: { ...body, ...(withNickname && { nickname }) } })
  return user
}

/** Creates an account for a test that changes what other tests of its file read. */
export async function newUser(): Promise<DemoPerson> {
  const { email, password } = await createAccount()
  return logIn(email, password)
}

/** Fills in the page's login form, and submits it. */
export async function fillLogin(page: Page, user: string, password: string): Promise<void> {
  await page.locator('[name=user]').fill(user)
  await page.locator('[name=password]').fill(password)
  // Phones have no captcha box.
  const robot = page.getByRole('checkbox')
  if (await robot.isVisible()) await robot.check()
  await page.locator('form button[type=submit]').click()
}

/** Logs in, and waits for the next page. */
export async function logInByForm(page: Page, { email }: Newcomer, password: string): Promise<void> {
  await page.goto('/en/login')
  await fillLogin(page, email, password)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Logs in like the form, but without loading the page. The page shows nothing until the test opens an address. */
export async function startSession(page: Page, { email }: Newcomer, password: string): Promise<void> {
  // Sends from the page, so that its browser stores the cookies.
  const send: Send = async ({ method, url, headers, body }) => {
    const response = await page.request.fetch(url, { method, headers: { ...headers }, ...(body !== undefined && { data: body }) })
    return { status: response.status(), body: await response.json() }
  }
  const body = { grant_type: 'password' as const, user: email, password, captcha: await solveCaptchaFor(guest) }
  const { user_id, access_token, refresh_token } = await callEndpoint(accountsContract.createToken, { body }, send)
  // A page that runs no scripts.
  await page.goto('/robots.txt')
  await page.evaluate((browserStorage) => Object.assign(localStorage, browserStorage), { user_id, access_token, refresh_token })
}

/** Returns true if no user is logged in on this page. */
export const isGuest = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') === null)
