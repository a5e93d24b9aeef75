import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { linkIn } from '../people.ts'
import { requestSignUp } from './accounts.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import type { Size } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { newcomer } from './newcomers.ts'
import { textsIn } from './ui-texts.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors({ serviceWorker: true })

/** Maximum number of actions from arriving until watching the first own video. */
const maxActions = 12

/** Counts a user's actions: presses, filled-in fields, opened emails. */
function countActions() {
  const acts: string[] = []
  const act = async (name: string, action: Promise<unknown>) => {
    acts.push(name)
    await action
  }
  return {
    acts,
    press: (locator: Locator) => act(`press ${String(locator)}`, locator.click()),
    fill: (field: Locator, text: string) => act(`fill in ${String(field)}`, field.fill(text)),
    /** An emailed link opens in its own tab. */
    openMail: async (page: Page, address: string) => {
      const { href } = linkIn(await mailTo(address))
      const tab = await page.context().newPage()
      await act(`open the mail to ${address}`, tab.goto(href))
      return tab
    },
  }
}

test.for([
  ['en', 'desktop'],
  ['nl', 'desktop'],
  ['en', 'phone'],
  ['nl', 'phone'],
] as const satisfies readonly [string, Size][])(
  `a guest creates a channel and an account, and watches its first video: %s, on a %s`,
  async ([language, size]) => {
    const user = newcomer()
    const name = `Zeilboten ${user.nickname}`
    const { accounts, channels: t, sharing, web } = textsIn(language)
    const { acts, press, fill, openMail } = countActions()
    const page = await visit({ path: `/${language}/`, language, size })
    const nickname = (on: Page) => fill(on.getByLabel(accounts('nickname.label')), user.nickname)
    const terms = (on: Page) =>
      press(
        on.getByRole('checkbox', {
          name: accounts('register.terms', { terms: accounts('register.terms_link'), privacy: accounts('register.privacy_link') }),
        }),
      )
    const password = async (on: Page) => {
      await fill(on.getByLabel(accounts('password.label'), { exact: true }), user.password)
      await fill(on.getByLabel(accounts('password.again')), user.password)
    }

    await press(page.getByRole('button', { name: t('welcome.make') }))
    await fill(page.getByLabel(accounts('register.email')), user.email)
    // During registration, no login dialog appears.
    expect(await page.getByText(web('login_needed.channel')).count()).toBe(0)
    let tab: Page
    if (size === 'desktop') {
      await press(page.getByRole('button', { name: accounts('register.mail.action') }))
      await expect(page.getByText(accounts('register.mail.sent', { email: user.email }))).toAppear()
      tab = await openMail(page, user.email)
      await nickname(tab)
      await password(tab)
      await terms(tab)
      await press(tab.getByRole('button', { name: accounts('register.action') }))
    } else {
      await nickname(page)
      await terms(page)
      await press(page.getByRole('button', { name: accounts('register.next') }))
      await password(page)
      await press(page.getByRole('button', { name: accounts('register.finish') }))
      await expect(page.getByText(accounts('register.done.mailed', { email: user.email }))).toAppear()
      tab = await openMail(page, user.email)
    }

    const dialog = tab.getByRole('dialog', { name: t('create.title') })
    await fill(dialog.getByLabel(t('fields.name')), name)
    await fill(dialog.getByLabel(t('create.link')), `${fixturesUrl}/watch/harbour`)
    await press(dialog.getByRole('button', { name: t('create.action') }))
    await expect(tab).toPlay()
    expect(acts.slice(maxActions)).toEqual([])

    // The first tab doesn't open the form again.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('redirected_from'))).toBe(null)
    expect(await page.getByRole('dialog', { name: t('create.title') }).count()).toBe(0)

    // Shares the video. A guest then sees it.
    await tab.keyboard.press('Escape')
    await expect(tab.getByRole('heading', { level: 1, name, exact: true })).toAppear()
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tab.getByRole('button', { name: t('share.name') }).click()
    await expect(tab.getByText(sharing('share.only_you'))).toAppear()
    await tab.getByRole('button', { name: sharing('share.let_in') }).click()
    await expect(tab.getByText(sharing('share.let_in_done'))).toAppear()
    await tab.getByRole('button', { name: sharing('share.copy') }).click()
    await expect(tab.getByRole('button', { name: sharing('share.copied') })).toAppear()
    const shared = await tab.evaluate(() => navigator.clipboard.readText())
    const guest = await visit({ path: shared, language, size })
    await expect(guest.getByRole('heading', { level: 1, name, exact: true })).toAppear()
    await guest.getByRole('main').getByRole('link', { name: 'Harbour at six' }).last().click()
    await expect(guest).toPlay()
  },
)

test('an existing user logs in on the way; a user who cancels has no pending action', async () => {
  const page = await visit({ path: '/en/', size: 'desktop' })
  const make = page.getByRole('button', { name: 'Make a channel' })
  await make.click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByText('You need to be logged in to make own channel')).toAppear()
  expect(await page.evaluate(() => localStorage.getItem('redirected_from'))).toBe('/en/my-playlists?make=channel')
  await page.goBack()
  await page.goBack()
  await expect(make).toAppear()
  await expect.poll(() => pathAndQuery(page)).toBe('/en/')
  expect(await page.evaluate(() => localStorage.getItem('redirected_from'))).toBe(null)
})

test('a language switch keeps an emailed link and form input, except passwords', async () => {
  const user = newcomer()
  const { href } = await requestSignUp(user)
  const page = await visit({ path: href, size: 'desktop' })
  await page.getByLabel('Username').fill(user.nickname)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('link', { name: 'Nederlands' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maak je eigen kanaal' })).toAppear()
  await expect.poll(() => pathAndQuery(page)).toBe('/nl/register')
  expect(await page.getByLabel('E-mail').inputValue()).toBe(user.email)
  expect(await page.getByLabel('E-mail').isEditable()).toBe(false)
  expect(await page.getByLabel('Gebruikersnaam').inputValue()).toBe(user.nickname)
  expect(await page.getByLabel('Wachtwoord', { exact: true }).inputValue()).toBe('')
})
