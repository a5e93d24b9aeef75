import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { solveCaptchaFor, linkIn } from '../people.ts'
import { createAccount, requestSignUp, fillLogin, isGuest } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { guest } from './demo.ts'
import { mailTo } from './mailbox.ts'
import { newcomer } from './newcomers.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const alert = (page: Page) => page.getByRole('alert')

describe('creating an account', () => {
  test('on a wide screen: first the email address, then the emailed form', { tags: ['journey'] }, async () => {
    const { nickname, email: address, password } = newcomer()
    const page = await visit({ path: '/nl/register', language: 'nl', size: 'desktop' })
    await page.getByLabel('E-mail').fill(address)
    await page.getByLabel('Ik ben geen robot').check()
    await page.getByRole('button', { name: 'Mail me de link' }).click()
    await expect(page.getByText(`Bevestigingsmail verstuurd naar ${address}`)).toAppear()

    const link = linkIn(await mailTo(address))
    await page.goto(link.href)
    const email = page.getByLabel('E-mail')
    await expect(email).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/nl/register')
    expect([await email.inputValue(), await email.isEditable()]).toEqual([address, false])
    expect(await axeViolations(page)).toEqual([])

    await page.getByLabel('Gebruikersnaam').fill(nickname)
    await page.getByRole('textbox', { name: 'Wachtwoord', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Wachtwoord herhalen' }).fill(password.slice(0, -1))
    await page.getByLabel(/Ik ga akkoord/).check()
    const button = page.getByRole('button', { name: 'Maak mijn account' })
    await expect(page.getByRole('checkbox', { name: 'Ik ben geen robot · Gecontroleerd' })).toAppear()
    expect(await button.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Wachtwoord herhalen' }).fill(password)
    await button.click()
    // The login form has the values that were just typed.
    await page.getByRole('dialog', { name: 'Je bent geregistreerd' }).getByRole('button', { name: 'Inloggen' }).click()
    await page.waitForURL('**/nl/')
    expect(await isGuest(page)).toBe(false)
  })

  test('on a phone: two steps, confirmed by email; a refused username leads back to its step', { tags: ['journey'] }, async () => {
    const existing = await createAccount()
    const { nickname, email: address, password } = newcomer()
    const page = await visit({ path: '/en/register', expected: /422/ })
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Username').fill('two words')
    const next = page.getByRole('button', { name: 'Next' })
    expect(await next.isDisabled()).toBe(true)
    await page.getByLabel(/I agree/).check()
    await next.click()
    await expect(alert(page).getByText('Use only letters, digits, dots, hyphens and underscores')).toAppear()
    await expect(page.getByLabel('Username')).toHaveFocus()
    await page.getByLabel('Username').fill(existing.nickname)
    expect(await alert(page).isVisible()).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await next.click()
    await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveFocus()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Password again' }).fill(password)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(alert(page).getByText('This username is taken or too similar to another one')).toAppear()
    await page.getByLabel('Username').fill(nickname)
    await next.click()
    await page.getByRole('button', { name: 'Finish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Registration is successful' })
    await expect(dialog.getByText(`A verification link was sent to ${address}`)).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog.getByText(/Confirm your email first/)).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByLabel('Email or username').inputValue()).toBe(address)

    await fillLogin(page, nickname, password)
    await expect(alert(page).getByText(/Confirm your email first/)).toAppear()
    await fillLogin(page, address, 'something else')
    await expect(alert(page).getByText('This email, username or password is incorrect')).toAppear()
    await fillLogin(page, address, password)
    await expect(alert(page).getByText(/Confirm your email first/)).toAppear()
    await page.goto(linkIn(await mailTo(address)).href)
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await expect.poll(() => page.getByLabel('Email or username').inputValue()).toBe(address)
    await fillLogin(page, nickname, password)
    await page.waitForURL('**/en/')
  })

  test('a confirmation on another device logs in with the typed credentials', async () => {
    const { nickname, email, password } = newcomer()
    const page = await visit({ path: '/en/register' })
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Username').fill(nickname)
    await page.getByLabel(/I agree/).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Password again' }).fill(password)
    await page.getByRole('button', { name: 'Finish' }).click()
    const elsewhere = await visit({ path: '/en/' })
    await elsewhere.goto(linkIn(await mailTo(email)).href)
    await expect(elsewhere.getByRole('heading', { name: 'Your email is confirmed' })).toAppear()
    await page.getByRole('dialog', { name: 'Registration is successful' }).getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/en/')
    expect(await isGuest(page)).toBe(false)
    const storedData = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state, location.href]))
    expect(storedData).not.toContain(password)
  })

  test('a filled-in form asks before it is left, and keeps its input', { tags: ['journey'] }, async () => {
    const page = await visit({ path: '/en/login' })
    await page.getByRole('link', { name: 'Create one' }).click()
    // Until the form has loaded, the login is shown, with a field for an email address or username.
    const nickname = page.getByLabel('Username', { exact: true })
    await nickname.fill('wout')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.getByRole('link', { name: 'Log in' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toDisappear()
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toDisappear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/register')
    expect(await nickname.inputValue()).toBe('wout')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/en/login')
  })

  test('a minor needs the consent of a parent or guardian', async () => {
    const user = newcomer()
    const page = await visit({ path: (await requestSignUp(user)).href, expected: /422/ })
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(user.password)
    await page.getByRole('textbox', { name: 'Password again' }).fill(user.password)
    await page.getByLabel('Birthday').fill(`${new Date().getUTCFullYear() - 15}-01-01`)
    await page.getByLabel(/I agree/).check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(alert(page).getByText('If you are 13 to 17, a parent or guardian must agree')).toAppear()
    await expect(page.getByLabel(/My parent or guardian agrees/)).toHaveFocus()
    await page.getByLabel(/My parent or guardian agrees/).check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page.getByRole('dialog', { name: 'Registration is successful' })).toAppear()
  })

  test.for(['en', 'nl'] as const)(
    'after sign-ups by two users with one address, the owner first chooses a new password: %s',
    async (language) => {
      const { accounts: t } = textsIn(language)
      const { email, nickname, password } = newcomer()
      const signUp = async (body: { nickname: string; password: string }) => {
        await guest(accountsContract.signUp, { body: { email, terms: true, captcha: await solveCaptchaFor(guest), ...body } })
        return linkIn(await mailTo(email))
      }
      const link = await signUp({ nickname, password })
      await signUp({ nickname: `${nickname}2`, password: 'a stranger knows it' })
      const page = await visit({ language, expected: /422/ })
      await page.goto(link.href.replace('/en/', `/${language}/`))
      await expect(page.getByRole('heading', { name: t('confirm.choose.title') })).toAppear()
      await expect(page.getByText(t('confirm.choose.nickname', { nickname }))).toAppear()
      await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/settings`)
      if (language === 'en') expect(await axeViolations(page)).toEqual([])
      const fill = async (chosen: string) => {
        await page.getByRole('textbox', { name: t('password.new') }).fill(chosen)
        await page.getByRole('textbox', { name: t('password.again') }).fill(chosen)
        await page.getByRole('button', { name: t('confirm.choose.submit') }).click()
      }
      await fill('iloveyou')
      await expect(page.getByText(t('errors.password_common'))).toAppear()
      await fill('battery staple')
      await expect(page.getByText(t('confirm.done'))).toAppear()
      await page.getByRole('link', { name: t('confirm.log_in') }).click()
      await fillLogin(page, email, 'battery staple')
      await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    },
  )

  test.for(['x', '.', ''])('an incomplete emailed link reports a failed confirmation: %j', async (more) => {
    const page = await visit({ expected: /404/ })
    const token = 'a'.repeat(more === '' ? 42 : 43)
    await page.goto(`/en/login?${new URLSearchParams({ verify_url: `/api/user/verify/${token}${more}` }).toString()}`)
    await expect(page.getByText(/Confirmation failed/)).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')
  })

  test.for(['https://evil.example/api/user/verify/x', '/api/logout', `/api/user/verify/${'a'.repeat(43)}/../../logout`])(
    'a link with the confirmation address %s makes no call',
    async (url) => {
      const page = await visit()
      const called: string[] = []
      page.on(
        'request',
        (request) => /verify|logout|evil/.test(new URL(request.url()).pathname + new URL(request.url()).host) && called.push(request.url()),
      )
      await page.goto(`/en/login?${new URLSearchParams({ verify_url: url }).toString()}`)
      await expect(page.getByRole('heading', { name: 'You are not logged in' })).toAppear()
      expect(called).toEqual([])
    },
  )
})
