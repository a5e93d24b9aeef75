import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Language } from '#kit/contract/texts.ts'
import { linkIn } from '../people.ts'
import { axeViolations } from './axe.ts'
import { mailTo } from './mailbox.ts'
import { textsIn } from './ui-texts.ts'

/** Data of a new user. */
export interface Newcomer {
  email: string
  nickname: string
  password: string
}

export function newcomer(): Newcomer {
  const nickname = `wout-${randomBytes(4).toString('hex')}`
  return { nickname, email: `${nickname}@peeters.example`, password: 'a hat that sails away' }
}

/** Returns the link in the next email to a user. */
const readMailedLink = async ({ email }: Newcomer) => linkIn(await mailTo(email)).href

/**
 * Creates an account on a wide screen: first the email address, then the form from the email. Ends at the login, which it closes with
 * Escape.
 */
export async function registerByMail(page: Page, user: Newcomer, language: Language) {
  const { accounts: t } = textsIn(language)
  const tick = () => page.getByRole('checkbox', { name: t('captcha.unasked') }).check()

  await page.getByLabel(t('register.email')).fill(user.email)
  await tick()
  await page.getByRole('button', { name: t('register.mail.action') }).click()
  await expect(page.getByText(t('register.mail.sent', { email: user.email }))).toAppear()

  await page.goto(await readMailedLink(user))
  const email = page.getByLabel(t('register.email'))
  expect(await email.inputValue()).toBe(user.email)
  expect(await email.isEditable()).toBe(false)
  await page.getByLabel(t('nickname.label')).fill(user.nickname)
  await fillPassword(page, user, language)
  await page
    .getByRole('checkbox', { name: t('register.terms', { terms: t('register.terms_link'), privacy: t('register.privacy_link') }) })
    .check()
  await tick()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('register.action') }).click()

  const doneDialog = page.getByRole('dialog', { name: t('register.done.title') })
  await expect(doneDialog.getByText(t('register.done.at_once'))).toAppear()
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/${language}/login`)
}

/** Creates an account on a phone, in two steps, and confirms the email address afterwards. Ends at the login. */
export async function registerInSteps(page: Page, user: Newcomer, language: Language) {
  const { accounts: t } = textsIn(language)
  await page.getByLabel(t('register.email')).fill(user.email)
  await page.getByLabel(t('nickname.label')).fill(user.nickname)
  await page
    .getByRole('checkbox', { name: t('register.terms', { terms: t('register.terms_link'), privacy: t('register.privacy_link') }) })
    .check()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('register.next') }).click()
  await fillPassword(page, user, language)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('register.finish') }).click()

  const doneDialog = page.getByRole('dialog', { name: t('register.done.title') })
  await expect(doneDialog.getByText(t('register.done.mailed', { email: user.email }))).toAppear()
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/${language}/login`)

  await page.goto(await readMailedLink(user))
  await expect(page.getByText(t('confirm.text', { email: user.email }))).toAppear()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('confirm.log_in') })
    .click()
}

async function fillPassword(page: Page, { password }: Newcomer, language: Language) {
  const { accounts: t } = textsIn(language)
  await page.getByLabel(t('password.label'), { exact: true }).fill(password)
  await page.getByLabel(t('password.again')).fill(password)
}

/** Fills in the login and submits it. Closes the dialogs that new users get. */
export async function logIn(page: Page, { nickname, password }: Newcomer, language: Language) {
  const { accounts: t } = textsIn(language)
  await page.getByLabel(t('login.user')).fill(nickname)
  await page.getByLabel(t('password.label'), { exact: true }).fill(password)
  // Phones have no captcha box.
  const robot = page.getByRole('checkbox', { name: t('captcha.unasked') })
  if (await robot.isVisible()) await robot.check()
  // Within the page: the closing dialog of the registration has a button with the same name.
  await page
    .getByRole('main')
    .getByRole('button', { name: t('login.action') })
    .click()
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
  await page
    .getByRole('region', { name: t('profile_info.title') })
    .getByRole('button', { name: t('profile_info.later') })
    .click()
}
