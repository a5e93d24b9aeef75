import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { codeIn, linkIn } from '../people.ts'
import { createAccount, logInByForm, startSession } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { mailTo } from './mailbox.ts'
import { pathAndQuery, visitors } from './visitors.ts'

const visit = visitors()

/** Makes a picture of 60 × 40 px. */
async function makePicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#a3195b' } })
    .png()
    .toBuffer()
}
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

test('the language changes soon, even if the server doesn’t answer', async () => {
  const user = await createAccount()
  const page = await visit()
  await startSession(page, user, user.password)
  await page.goto('/en/settings')
  await page.route('**/api/user', (route) => (route.request().method() === 'GET' ? route.continue() : undefined))
  await page.getByRole('radio', { name: 'Nederlands' }).press('Space')
  await expect.poll(() => pathAndQuery(page), { timeout: 5000 }).toBe('/nl/settings')
})

describe('a profile', () => {
  test('shows errors beside their fields, and keeps the input', async () => {
    const user = await createAccount()
    const page = await visit({ expected: /422/ })
    await startSession(page, user, user.password)
    await page.goto('/en/settings')
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await expect(page.getByLabel('First name')).toAppear()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.getByLabel('Country').evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe('Belgium')

    await page.getByLabel('First name').fill('Wout')
    await page.getByLabel('Phone').fill('no number')
    await page.getByLabel('People in your household').fill('99')
    await save(page)
    await expect(page.getByText('2 fields aren’t right yet. Everything you typed is still here.')).toAppear()
    await expect(page.getByLabel('Phone')).toHaveFocus()
    expect(await page.getByLabel('First name').inputValue()).toBe('Wout')
    expect(await axeViolations(page)).toEqual([])
  })

  test('saves filled-in fields, also a picture, and removes emptied ones', async () => {
    const user = await createAccount()
    const page = await visit()
    await startSession(page, user, user.password)
    await page.goto('/en/settings?view=editProfile')
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('Please use the following format: jpg, jpeg, png')).toAppear()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
    await expect(page.getByText("Photo can't be uploaded, max size is 5 mb")).toAppear()
    expect(await page.getByRole('button', { name: 'Remove picture' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Continue without it' }).click()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
    await expect(page.getByText('Please use the following format: jpg, jpeg, png')).toAppear()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await makePicture() })
    await page.getByRole('dialog', { name: 'Crop picture' }).getByRole('button', { name: 'Use picture' }).click()
    await page.getByLabel('City').fill('Gent')
    await page.getByLabel('Gender').selectOption('Female')
    await page.getByRole('switch', { name: 'Public profile' }).check()
    await save(page)
    await expect(page.getByText('Saved')).toAppear()
    await expect(page.getByRole('main').getByRole('img', { includeHidden: true }).first()).toAppear()

    await page.goto('/en/settings?view=editProfile')
    expect(await page.getByLabel('City').inputValue()).toBe('Gent')
    expect(await page.getByLabel('Gender').inputValue()).toBe('female')
    await page.getByLabel('City').fill('')
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await save(page)
    await expect(page.getByText('Saved')).toAppear()
    await page.goto('/en/settings?view=editProfile')
    expect(await page.getByLabel('City').inputValue()).toBe('')
    await expect(page.getByRole('button', { name: 'Remove picture' })).toDisappear()
  })

  test('asks before losing changes in any way, and not after saving', async () => {
    const user = await createAccount()
    const page = await visit({ size: 'desktop', browserStorage: { fill_window: 'true' } })
    await startSession(page, user, user.password)
    await page.goto('/en/settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Edit profile' }).click()
    const city = page.getByLabel('City')
    await city.fill('Gent')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    const ways = [
      () => page.getByRole('link', { name: 'Back' }).click(),
      () => page.goBack(),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.getByRole('navigation').getByRole('link', { name: 'Discover' }).click(),
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('option', { name: 'Nederlands' }).click()
      },
    ]
    for (const leave of ways) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toDisappear()
      expect([pathAndQuery(page), await city.inputValue()]).toEqual(['/en/settings?view=editProfile', 'Gent'])
    }
    // The link to the content doesn't leave the page.
    await page.locator('a[href="#content"]').press('Enter')
    await expect(page.getByRole('main')).toHaveFocus()
    expect([await question.isVisible(), await city.inputValue()]).toEqual([false, 'Gent'])
    await page.goBack()
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Edit profile' })).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')

    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Edit profile' }).click()
    await city.fill('Gent')
    await save(page)
    await expect(page.getByText('Saved')).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')
    await page.goForward()
    expect(await city.inputValue()).toBe('Gent')
  })

  test('is public if its owner chooses that, and shows nothing private', async () => {
    const user = await createAccount()
    const page = await visit()
    await startSession(page, user, user.password)
    await page.goto('/en/settings?view=editProfile')
    await page.getByLabel('Last name').fill('Peeters')
    await page.getByRole('switch', { name: 'Public profile' }).check()
    await save(page)
    await page.getByRole('link', { name: 'View your public profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: user.nickname })).toAppear()

    const other = await visit({ path: pathAndQuery(page) })
    await expect(other.getByRole('heading', { level: 1, name: user.nickname })).toAppear()
    const profileText = await other.getByRole('main').innerText()
    for (const secret of [user.email, 'Peeters']) expect(profileText).not.toContain(secret)
    expect(await axeViolations(other)).toEqual([])
  })

  test('without a country requests it once', async () => {
    const user = await createAccount()
    const page = await visit()
    await logInByForm(page, user, user.password)
    const bar = page.getByRole('region', { name: 'Where do you live?' })
    await bar.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Nothing on yet' })).toAppear()
    expect(await bar.isVisible()).toBe(false)

    // Simulates the next visit.
    await page.evaluate(() => localStorage.removeItem('add_to_home_screen_show_time'))
    await logInByForm(page, user, user.password)
    await bar.getByRole('button', { name: 'OK' }).click()
    await page.waitForURL('**/en/settings?view=editProfile')
  })
})

describe('a password', () => {
  test('is changed with the old one, which ends all other sessions', async () => {
    const user = await createAccount()
    const elsewhere = await visit({ expected: /401/ })
    await startSession(elsewhere, user, user.password)
    const page = await visit({ expected: /401|422/ })
    await startSession(page, user, user.password)
    await page.goto('/en/settings')
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill('not this one')
    await dialog.getByRole('textbox', { name: 'New password' }).fill('battery staple')
    await dialog.getByRole('textbox', { name: 'Password again' }).fill('battery stable')
    expect(await dialog.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Password again' }).fill('battery staple')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText('Your current password is incorrect')).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel('Current password').fill(user.password)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password has been successfully changed')).toAppear()

    await elsewhere.goto('/en/settings')
    await expect(elsewhere.getByRole('heading', { name: 'You are not logged in' })).toAppear()
    await logInByForm(elsewhere, user, 'battery staple')

    // An email reports the change. Its link ends all sessions.
    const mail = await mailTo(user.email)
    expect(mail).toContain('The password of your account was changed')
    const owner = await visit()
    await owner.goto(linkIn(mail).href)
    await owner.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(owner.getByText('You are logged out everywhere')).toAppear()
    expect(pathAndQuery(owner)).toBe('/en/settings')
    expect(await axeViolations(owner)).toEqual([])
    await owner.getByRole('button', { name: 'Set a new password' }).click()
    await expect(owner.getByRole('dialog', { name: 'Forgot password' })).toAppear()
    await elsewhere.goto('/en/settings')
    await expect(elsewhere.getByRole('heading', { name: 'You are not logged in' })).toAppear()
  })
})

test('adult content asks for a birthday, then for an emailed code, and is disabled at once', async () => {
  const user = await createAccount()
  const page = await visit({ expected: /422/ })
  await startSession(page, user, user.password)
  await page.goto('/en/settings')
  const adult = page.getByRole('switch', { name: 'Adult content' })
  await adult.click()
  await expect(page.getByText('Enter your birthday first')).toAppear()
  await page.goto('/en/settings?view=editProfile')
  await page.getByLabel('Birthday').fill('1991-05-04')
  await save(page)
  await expect(page.getByText('Saved')).toAppear()

  await adult.click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code' })
  await expect(dialog).toAppear()
  expect(await axeViolations(page)).toEqual([])
  const code = codeIn(await mailTo(user.email))
  await dialog.getByLabel('Code').fill(String((Number(code) + 1) % 10_000).padStart(4, '0'))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is incorrect or has expired')).toAppear()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Adult content is on')).toAppear()
  expect(await adult.isChecked()).toBe(true)
  await adult.click()
  await expect(page.getByRole('switch', { name: 'Adult content', checked: false })).toAppear()
})
