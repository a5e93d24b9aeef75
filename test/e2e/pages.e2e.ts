import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { createAccount, startSession } from './accounts.ts'
import { axeViolations } from './axe.ts'
import { demoHome } from './demo.ts'
import { goToResults, pathAndQuery, isInView, loadCompletely, visitors } from './visitors.ts'
import { site } from './product.ts'

const visit = visitors({ serviceWorker: true })

/** Sets `navigator.onLine` in a new page, because Chromium's simulated network sets it only in pages that are already open. */
async function setOfflineState(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.overrideNetworkState', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const answerAt = (path: string) => fetch(site.url + path, { redirect: 'manual' })

describe('terms and policies', () => {
  test.for([
    ['en', '/terms', 'Terms of use', 'Version of November 2021'],
    ['nl', '/terms', 'Gebruiksvoorwaarden', 'Versie van november 2021'],
    ['en', '/privacy', 'Privacy statement', 'Version of June 2021'],
    ['nl', '/privacy', 'Privacyverklaring', 'Versie van juni 2021'],
    ['en', '/cookies', 'Cookie policy', 'Version of August 2021'],
    ['nl', '/cookiesPolicy', 'Cookiebeleid', 'Versie van augustus 2021'],
  ] as const)('%s%s', async ([language, path, title, version]) => {
    const theme = language === 'en' ? 'dark-theme' : 'light-theme'
    const page = await visit({ path: `/${language}${path}`, language, theme })
    await expect(heading(page, title)).toAppear()
    await expect(page.getByText(version)).toAppear()
    expect(await page.title()).toBe(`${title} · Choice`)
    expect(await axeViolations(page)).toEqual([])
    expect(await (await answerAt(`/${language}${path}`)).text()).toContain(`<title>${title} · Choice</title>`)
  })

  test.for(['/en/register', '/en/register?email=wout%40peeters.example&token=secret'])(
    'open beside a form, and lead back to it: %s',
    async (path) => {
      const page = await visit({ path })
      const [terms] = await Promise.all([page.waitForEvent('popup'), page.getByRole('main').getByRole('link', { name: 'terms' }).click()])
      await expect(heading(terms, 'Terms of use')).toAppear()
      // Jumping inside the text adds no entry to the history.
      await terms.getByRole('link', { name: 'Your age' }).click()
      const section = terms.getByRole('heading', { name: 'Your age' })
      await expect(section).toHaveFocus()
      await expect.poll(() => isInView(section)).toBe(true)
      await terms.getByRole('link', { name: 'Back' }).click()
      await terms.waitForURL('**/en/register')
      await expect.poll(() => pathAndQuery(page)).toBe('/en/register')
    },
  )

  test('lead direct visitors to the settings, and others back to the previous page', async () => {
    const page = await visit({ path: '/en/terms' })
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(heading(page, 'Settings')).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe('/en/settings')
    await page.getByRole('link', { name: 'Cookie policy' }).click()
    await expect(heading(page, 'Cookie policy')).toAppear()
    await page.getByRole('article').getByRole('link', { name: 'privacy statement' }).click()
    await expect(heading(page, 'Privacy statement')).toAppear()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(heading(page, 'Cookie policy')).toAppear()
  })

  test('accepted cookies can be withdrawn', async () => {
    const page = await visit({ path: '/en/cookies' })
    await page.getByRole('button', { name: 'Withdraw consent' }).click()
    await expect(page.getByText('You have not accepted this policy')).toAppear()
    await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toAppear()
  })
})

describe('explanations', () => {
  test('a guest hides the welcome, and it stays hidden', async () => {
    const page = await visit({ path: '/en/playlists' })
    const welcome = page.getByRole('region', { name: 'Your own television' })
    await welcome.getByRole('button', { name: 'Hide this explanation' }).click()
    await expect(welcome).toDisappear()
    await goToResults(page)
    await page.getByRole('link', { name: 'Discover' }).click()
    const [first] = await demoHome()
    await expect(page.getByRole('region', { name: first!.name, exact: true })).toAppear()
    expect(await welcome.count()).toBe(0)
  })

  test('how it works shows channels to watch', async () => {
    const page = await visit({ path: '/nl/', language: 'nl', theme: 'light-theme' })
    await page.getByRole('button', { name: 'Zo werkt het' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zo werkt het' })
    await expect(dialog).toAppear()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('link').first().click()
    await page.waitForURL('**/nl/playlists?playlist=*')
    await expect(dialog).toDisappear()
  })

  test('a user opens examples, and hides one explanation for good', async () => {
    const user = await createAccount()
    const page = await visit()
    await startSession(page, user, user.password)
    await page.goto('/en/my-playlists')
    const explained = page.getByRole('region', { name: 'A place of your own' })
    await explained.getByRole('button', { name: 'Show examples' }).click()
    await expect(explained.getByRole('region').first()).toAppear()
    expect(await axeViolations(page)).toEqual([])
    const [hidden] = await Promise.all([
      page.waitForResponse('**/api/pages/toggle-welcome'),
      explained.getByRole('button', { name: 'Hide this explanation' }).click(),
    ])
    expect(hidden.status()).toBe(200)
    await expect(explained).toDisappear()
    await Promise.all([page.waitForResponse('**/api/user/profile'), page.reload()])
    await expect(page.getByRole('heading', { level: 1, name: 'My channels' })).toAppear()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    expect(await explained.count()).toBe(0)
    await page.goto('/en/settings')
    await expect(page.getByRole('region', { name: 'Your profile' })).toAppear()
  })

  test.for([
    ['en', 'Welcome to Choice', 'dark-theme'],
    ['nl', 'Welkom bij Choice', 'light-theme'],
  ] as const)('the page about the product: %s', async ([language, title, theme]) => {
    const page = await visit({ path: `/${language}/settings?view=home`, language, theme })
    await expect(heading(page, title)).toAppear()
    expect(await page.getByRole('main').getByRole('region').count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('an installed app', () => {
  test('files at fixed paths exist, and are revalidated each time', async () => {
    const types = { 'sw.js': 'text/javascript', 'robots.txt': 'text/plain', 'favicon.ico': 'image/x-icon' }
    for (const [name, type] of Object.entries(types)) {
      const response = await answerAt(`/${name}`)
      expect([response.status, response.headers.get('content-type')?.split(';')[0], response.headers.get('cache-control')]).toEqual([
        200,
        type,
        'no-cache',
      ])
    }
    expect(await (await answerAt('/sw.js')).text()).not.toMatch(/\{version\}|"offline/)
  })

  test.for(['en', 'nl'] as const)('the app can be installed: %s', async (language) => {
    const page = await visit({ path: `/${language}/`, language })
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
    const response = await answerAt(manifest!)
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const {
      lang,
      start_url: start,
      icons,
    } = (await response.json()) as { lang: string; start_url: string; icons: { src: string; sizes: string; purpose: string }[] }
    expect([lang, start]).toEqual([language, `/${language}/`])
    expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src } of icons) expect((await answerAt(src)).headers.get('content-type')).toBe('image/png')
  })

  test.for([
    ['en', 'You are offline', 'Try again', 'dark-theme'],
    ['nl', 'Je bent offline', 'Opnieuw proberen', 'light-theme'],
  ] as const)('offline, a page shows a message until the network is back: %s', async ([language, title, again, theme]) => {
    const page = await visit({ path: `/${language}/`, language, theme, expected: /ERR_INTERNET_DISCONNECTED/ })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.context().setOffline(true)
    await page.goto(`/${language}/search`)
    await setOfflineState(page)
    await expect(heading(page, title)).toAppear()
    expect(await page.locator('html').getAttribute('class')).toBe(theme)
    expect(await axeViolations(page)).toEqual([])
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: again }).click()])
    await setOfflineState(page)
    await expect(heading(page, title)).toAppear()
    await page.context().setOffline(false)
    await expect(page.getByRole('navigation')).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/search`)
  })

  test('a page reloaded offline shows the offline page, and recovers', async () => {
    const page = await visit({ path: '/en/search', expected: /ERR_INTERNET_DISCONNECTED/ })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.context().setOffline(true)
    await page.reload()
    await setOfflineState(page)
    await expect(heading(page, 'You are offline')).toAppear()
    await page.context().setOffline(false)
    await expect(page.getByRole('searchbox')).toAppear()
  })

  test('caches only the program: no pages, calls or pictures', async () => {
    const page = await visit({ path: '/en/' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await loadCompletely(page, () => page.reload())
    const listCached = () =>
      page.evaluate(async () => {
        const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
        return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => new URL(url).pathname)
      })
    await expect.poll(async () => (await listCached()).filter((path) => path.endsWith('.js')).length).toBeGreaterThan(3)
    expect((await listCached()).filter((path) => !path.startsWith('/assets/'))).toEqual([])
  })

  test('a newer version is offered, and waits for the user', async () => {
    const page = await visit({ path: '/en/' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    // Sends the message by which a newer service worker announces itself.
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } })))
    await expect(page.getByText('A new version is ready')).toAppear()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await expect(page.getByRole('navigation', { name: 'Main' })).toAppear()
    expect(await page.getByText('A new version is ready').count()).toBe(0)
  })
})
