import { expect, test } from 'vitest'
import { createAccount, isGuest, logInByForm, newUser, startSession } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { goToResults, pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

test.for([
  ['en', 'phone', 'dark-theme', ['Settings', 'Log in', 'Create an account', 'Privacy statement', 'Cookie policy']],
  ['nl', 'desktop', 'light-theme', ['Instellingen', 'Inloggen', 'Account maken', 'Privacyverklaring', 'Cookiebeleid']],
] as const)(
  'a guest reaches the settings by the navigation, with links to login and registration: %s',
  async ([language, size, theme, words]) => {
    const [settings, login, register, ...texts] = words
    const page = await visit({ path: `/${language}/`, language, size, theme })
    await page.getByRole('link', { name: settings }).click()
    await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/settings`)
    const main = page.getByRole('main')
    for (const name of texts) await expect(main.getByRole('link', { name })).toAppear()
    await expect(main.getByRole('link', { name: login })).toAppear()
    await expect(main.getByRole('link', { name: register })).toAppear()
    expect(await axeViolations(page)).toEqual([])
  },
)

test('language and theme are stored', { tags: ['journey'] }, async () => {
  const page = await visit({ path: '/en/settings' })
  await page.getByRole('radio', { name: 'Light' }).check()
  await page.getByRole('radio', { name: 'Nederlands' }).click()
  await page.waitForURL('**/nl/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Instellingen' })).toAppear()
  expect(await page.locator('html').getAttribute('class')).toContain('light-theme')
  await page.goto('/')
  await expect.poll(() => pathAndQuery(page)).toBe('/nl/')
})

test('asks about cookies first, and a day later about the home screen', { tags: ['journey'] }, async () => {
  const page = await visit({ path: '/en/playlists', browserStorage: { cookies: '', hide_add_to_home_screen: '' } })
  await expect(page.getByRole('region', { name: 'Cookies' })).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('region', { name: 'Cookies' })).toDisappear()
  const homeScreen = page.getByRole('region', { name: 'Choice on your home screen' })
  expect(await homeScreen.isVisible()).toBe(false)
  const untilNextMs = () => page.evaluate(() => Number(localStorage.getItem('add_to_home_screen_show_time')) - Date.now())
  await expect.poll(untilNextMs).toBeGreaterThan(23 * 3_600_000)
  await goToResults(page)
  expect(await homeScreen.isVisible()).toBe(false)
  await page.evaluate(() => localStorage.setItem('add_to_home_screen_show_time', String(Date.now() - 1)))
  await page.reload()
  await expect(homeScreen).toAppear()
  expect(await axeViolations(page)).toEqual([])
  await homeScreen.getByRole('button', { name: 'Close' }).click()
  await expect(homeScreen).toDisappear()
  expect((await untilNextMs()) / 3_600_000).toBeCloseTo(24, 1)
})

test.for(
  (['en', 'nl'] as const).flatMap((language) =>
    ['my-playlists', 'playlists', 'search', 'settings'].map((screen) => [language, screen] as const),
  ),
)('a removed team member sees a message, returns to own mode, and stays on the page: %s /%s', async ([language, screen]) => {
  const { web } = textsIn(language)
  const user = await createAccount()
  const page = await visit({ expected: /403/, language })
  await startSession(page, user, user.password)
  await page.evaluate(() => {
    localStorage.setItem('account_mode', 'TEAM')
    localStorage.setItem('team_id', 'AAAAAAAAAAA')
  })
  await page.goto(`/${language}/${screen}`)
  await expect(page.getByText(web('team.left'))).toAppear()
  expect(await page.getByText(web('team.left')).count()).toBe(1)
  await expect(page.getByRole('navigation', { name: web('nav.label') }).locator('a[href*="/search"]')).toAppear()
  expect(await page.evaluate(() => [localStorage.getItem('account_mode'), localStorage.getItem('team_id')])).toEqual([null, null])
  await page.reload()
  await expect(page.getByRole('main')).toAppear()
  expect(await page.getByText(web('team.left')).count()).toBe(0)
})

test('a dismissed login dialog doesn’t affect a later login', async () => {
  const page = await visit({ path: '/en/' })
  await page.goto('/en/playlists')
  await page.getByRole('navigation').getByRole('link', { name: 'Mine' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toAppear()
  const headed = () => page.evaluate(() => localStorage.getItem('redirected_from'))
  expect(await headed()).toBe('/en/playlists')
  await page.keyboard.press('Escape')
  await expect(dialog).toDisappear()
  expect(await headed()).toBeNull()
})

test('logs out everywhere else, or here', { tags: ['journey'] }, async () => {
  const user = await createAccount()
  const elsewhere = await visit({ expected: /401/ })
  await logInByForm(elsewhere, user, user.password)
  const page = await visit()
  await logInByForm(page, user, user.password)
  await page.goto('/en/settings')
  await page.getByRole('button', { name: 'Where you are logged in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where you are logged in' })
  await expect(dialog.getByText(/^This device/)).toAppear()
  expect(await dialog.getByRole('listitem').count()).toBe(2)
  expect(await dialog.getByRole('listitem').first().innerText()).toMatch(/This device/)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('You are logged out everywhere else')).toAppear()
  await elsewhere.getByRole('link', { name: 'Settings' }).click()
  await expect(elsewhere.getByText('You logged out on another device')).toAppear()
  await expect(elsewhere.getByRole('heading', { name: 'You are not logged in' })).toAppear()
  // The toast's action is the next Tab stop.
  await elsewhere.keyboard.press('Tab')
  await elsewhere.keyboard.press('Enter')
  await elsewhere.waitForURL('**/en/login')

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toAppear()
  expect(await isGuest(page)).toBe(true)
})

test('in a very wide window, the list of settings stays beside a setting that loads', async () => {
  const { browserStorage } = await newUser()
  const page = await visit({ path: '/en/settings', size: 'widest', browserStorage: { ...browserStorage, fill_window: 'true' } })
  const list = page.getByRole('navigation', { name: 'Settings' })
  await expect(list.getByRole('link', { name: 'Statistics' })).toAppear()
  await expect.poll(() => list.boundingBox()).not.toBeNull()
  const before = (await list.boundingBox())!
  await page.route('**/assets/**/StatisticsScreen-*.js', () => undefined)
  await list.getByRole('link', { name: 'Statistics' }).click()
  const skeleton = page.locator('[data-skeleton] main')
  await expect(skeleton).toAppear()
  await expect.poll(() => list.boundingBox()).toEqual(before)
  expect((await skeleton.boundingBox())!.x).toBeGreaterThanOrEqual(before.x + before.width)
})
