import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { solveCaptchaFor, codeIn, linkIn } from '../people.ts'
import { createAccount, logInByForm, fillLogin, isGuest } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { guest } from './demo.ts'
import { mailTo } from './mailbox.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const alert = (page: Page) => page.getByRole('alert')

describe('logging in', () => {
  test.for([
    ['en', 'phone', 'This email, username or password is incorrect', '/en/'],
    ['nl', 'desktop', 'E-mailadres, gebruikersnaam of wachtwoord is onjuist', '/nl/channels'],
  ] as const)(
    '%s on a %s: refuses a wrong password and logs in with the right one',
    { tags: ['journey'] },

    async ([language, size, errorText, home]) => {
      const { email, nickname, password } = await createAccount()
      const page = await visit({ path: `/${language}/login`, language, size, expected: /422/ })
      await expect(page.locator('[name=user]')).toAppear()
      if (size === 'phone') expect(await axeViolations(page)).toEqual([])
      await fillLogin(page, email, 'something else')
      await expect(alert(page).getByText(errorText)).toAppear()
      expect(await page.locator('[name=user]').inputValue()).toBe(email)
      if (size === 'phone') expect(await axeViolations(page)).toEqual([])

      if (language === 'en') await page.locator('[name=user]').fill(nickname)
      await page.locator('[name=password]').fill(password)
      await page.locator('form button[type=submit]:enabled').click()
      await page.waitForURL(`**${home}`)
      expect(await isGuest(page)).toBe(false)
    },
  )

  test('a mouse user needs the captcha box; Enter during its work is not lost', async () => {
    const page = await visit({ path: '/en/login', size: 'desktop', expected: /status of 422/ })
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/captcha', (route) => answered.then(() => route.continue()))
    const button = page.getByRole('button', { name: 'Log in', exact: true })
    expect(await button.isDisabled()).toBe(true)
    // Typing starts the captcha's computation.
    await page.getByLabel('Email or username').fill('somebody')
    await page.getByRole('textbox', { name: 'Password' }).fill('something')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('checkbox', { name: /^I am not a robot/ }).and(page.locator(':checked'))).toAppear()
    answer()
    await expect(page.getByRole('alert').getByText('This email, username or password is incorrect')).toAppear()
  })

  test('opening the login while logged in logs out and stays there', async () => {
    const user = await createAccount()
    const page = await visit()
    await logInByForm(page, user, user.password)
    await page.goto('/en/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toAppear()
    expect(await isGuest(page)).toBe(true)
    await expect.poll(() => pathAndQuery(page)).toBe('/en/login')
  })

  test.for([
    ['/en/playlists?playlist=AAAAAAAAAAA', '/nl/playlists?playlist=AAAAAAAAAAA'],
    ['//evil.example/', '/nl/'],
    ['https://evil.example/', '/nl/'],
    ['/en/login', '/nl/'],
  ] as const)('a login heading for %s ends at %s', async ([headed, expectedPath]) => {
    const { nickname, password } = await createAccount()
    const page = await visit({ path: '/nl/login', language: 'nl', browserStorage: { redirected_from: headed }, expected: /404/ })
    await fillLogin(page, nickname, password)
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    await expect.poll(() => pathAndQuery(page)).toBe(expectedPath)
  })
})

describe('a forgotten password', () => {
  test.for(['en', 'nl'] as const)('on a phone: a code, then a new password: %s', { tags: ['journey'] }, async (language) => {
    const { accounts: t } = textsIn(language)
    const { email } = await createAccount()
    const page = await visit({ path: `/${language}/login`, language, expected: /422/ })
    await page.getByLabel(t('login.user')).fill(email)
    await page.getByRole('button', { name: t('login.forgot') }).click()
    const dialog = page.getByRole('dialog', { name: t('forgot.title') })
    const clickButton = (name: string) => dialog.getByRole('button', { name }).click()
    expect(await dialog.getByLabel(t('forgot.email')).inputValue()).toBe(email)
    if (language === 'en') expect(await axeViolations(page)).toEqual([])
    await clickButton(t('forgot.send_code'))
    await expect(dialog.getByRole('status').getByText(t('forgot.code_sent', { email }))).toAppear()
    await mailTo(email)
    // A second request sends another email, whose code also works.
    await clickButton(t('forgot.back'))
    await clickButton(t('forgot.send_code'))
    const code = codeIn(await mailTo(email))
    await dialog.getByLabel(t('code.label')).fill(code.slice(0, 3))
    expect(await dialog.getByRole('button', { name: t('forgot.confirm') }).isDisabled()).toBe(true)
    await dialog.getByLabel(t('code.label')).fill(String((Number(code) + 1) % 10_000).padStart(4, '0'))
    if (language === 'en') expect(await axeViolations(page)).toEqual([])
    await clickButton(t('forgot.confirm'))
    await expect(alert(page).getByText(t('errors.reset_failed'))).toAppear()
    await expect(dialog.getByLabel(t('code.label'))).toHaveFocus()
    if (language === 'en') expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel(t('code.label')).fill(code)
    await clickButton(t('forgot.confirm'))
    await dialog.getByRole('textbox', { name: t('password.new') }).fill('battery staple')
    expect(await alert(page).count()).toBe(0)
    await dialog.getByRole('textbox', { name: t('password.again') }).fill('battery staple')
    await clickButton(t('reset.submit'))
    await expect(page.getByText(t('reset.done'))).toAppear()
    await fillLogin(page, email, 'battery staple')
    await page.waitForURL(`**/${language}/`)
  })

  test.for(['en', 'nl'] as const)('on a wide screen: a link that works once: %s', async (language) => {
    const { accounts: t } = textsIn(language)
    const { email } = await createAccount()
    const page = await visit({ path: `/${language}/login`, language, size: 'desktop', expected: /422/ })
    await page.getByRole('button', { name: t('login.forgot') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('forgot.email')).fill('wout@')
    await dialog.getByRole('checkbox').focus()
    await expect(dialog.getByText(t('errors.email_invalid'))).toAppear()
    expect(await dialog.getByRole('button', { name: t('forgot.send_link') }).isDisabled()).toBe(true)
    await dialog.getByLabel(t('forgot.email')).fill(email)
    await dialog.getByRole('button', { name: t('forgot.send_link') }).click()
    await expect(dialog.getByText(t('forgot.link_sent', { email }))).toAppear()
    const link = linkIn(await mailTo(email)).href

    for (const again of [false, true]) {
      await page.goto(link)
      await dialog.getByRole('textbox', { name: t('password.new') }).fill('battery staple')
      await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/settings`)
      if (!again && language === 'en') expect(await axeViolations(page)).toEqual([])
      await dialog.getByRole('textbox', { name: t('password.again') }).fill('battery staple')
      await dialog.getByRole('button', { name: t('reset.submit') }).click()
      if (again) await expect(alert(page).getByText(t('errors.reset_failed'))).toAppear()
      else {
        await page.waitForURL(`**/${language}/login`)
        await expect(dialog).toDisappear()
        await expect.poll(() => page.locator('[name=user]').inputValue()).toBe(email)
      }
    }
  })

  test('a link on a phone opens its own page, and leads to the settings', async () => {
    const { email } = await createAccount()
    await guest(accountsContract.askReset, { headers: {}, body: { email, captcha: await solveCaptchaFor(guest) } })
    const page = await visit({ path: linkIn(await mailTo(email)).href })
    await page.getByRole('textbox', { name: 'New password' }).fill('battery staple')
    await page.getByRole('textbox', { name: 'Password again' }).fill('battery staple')
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password change success !')).toAppear()
    await expect(page.getByRole('heading', { name: 'You are not logged in' })).toAppear()
  })

  test.for([
    ['/en/reset-password/x', '/en/settings', 'You are not logged in'],
    ['/en/login?email=wout%40peeters.example', '/en/login', 'Welcome back'],
    ['/en/login?token=x', '/en/login', 'Welcome back'],
  ] as const)('an incomplete link leads to a useful page: %s', async ([path, expectedPath, heading]) => {
    const page = await visit({ path })
    await expect(page.getByRole('heading', { name: heading })).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(expectedPath)
  })
})

describe('an account without a username', () => {
  test('is asked for one, and then completes the refused action', async () => {
    const user = await createAccount({ withNickname: false })
    const page = await visit({ expected: /427|422/ })
    await logInByForm(page, user, user.password)
    const dialog = page.getByRole('dialog', { name: 'Fill required fields to continue' })
    await expect(dialog).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert(page).getByText('Fill required fields to continue')).toAppear()

    await page.reload()
    await dialog.getByLabel('Username').fill('admin')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('This username isn’t available')).toAppear()
    await dialog.getByLabel('Username').fill(user.nickname)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toDisappear()
    await expect(page.getByRole('heading', { name: 'Nothing on yet' })).toAppear()
  })
})
