import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchContract } from '#features/search/contract.ts'
import { createAccount, fillLogin, newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, untilFound } from './demo.ts'
import { pathAndQuery, visitors, waitForPageEntry } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

beforeAll(() => untilFound('Under Water', 'playlists'), 120_000)

const views = [
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const

const dialogOf = (page: Page, language: 'en' | 'nl') => page.getByRole('dialog', { name: textsIn(language).search('title'), exact: true })

describe('the search', () => {
  test.for(views)('opens from the navigation, finds while typing, and Back closes it: %s, %s', async ([language, size]) => {
    const { search: t, web } = textsIn(language)
    const page = await visit({ path: `/${language}/`, language, size })
    const dialog = dialogOf(page, language)
    await page.getByRole('link', { name: web('nav.search'), exact: true }).click()
    const field = dialog.getByRole('searchbox')
    await expect(field).toHaveFocus()
    if (size === 'phone') expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await field.pressSequentially('wat')
    await expect(dialog.getByRole('region', { name: t('category.playlists'), exact: true })).toAppear()
    await field.pressSequentially('er')
    await expect(dialog.getByText(t('found', { keyword: 'water', counts: '' }).trim())).toAppear()
    expect(await dialog.locator('mark').allTextContents()).toContain('Water')
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    expect(pathAndQuery(page)).toBe(`/${language}/`)
    await page.goBack()
    await expect(dialog).toDisappear()
    expect(pathAndQuery(page)).toBe(`/${language}/`)

    await page.getByRole('link', { name: web('nav.search'), exact: true }).click()
    await dialog.getByRole('searchbox').fill('under water')
    await dialog.getByRole('link', { name: 'Under Water', exact: true }).first().click()
    await expect(dialog).toDisappear()
    await expect.poll(() => pathAndQuery(page)).toMatch(/\/playlists\?playlist=[\w-]+$/)
    await page.goBack()
    await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/`)
  })

  test.for(views)('works by keyboard alone: %s, %s', async ([language, size]) => {
    const { search: t } = textsIn(language)
    const page = await visit({ path: `/${language}/settings`, language, size })
    await expect(page.getByRole('main')).toAppear()
    const dialog = dialogOf(page, language)
    await page.keyboard.press('/')
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    await page.keyboard.type('water')
    await expect(dialog.getByText(t('found', { keyword: 'water', counts: '' }).trim())).toAppear()
    const allResults = dialog.getByRole('link').last()
    const links = await dialog.getByRole('link').count()
    for (let step = 0; step < links; step++) await page.keyboard.press('ArrowDown')
    await expect(allResults).toHaveFocus()
    await page.keyboard.press('ArrowUp')
    expect(await allResults.evaluate((link) => link === document.activeElement)).toBe(false)
    for (let step = 1; step < links; step++) await page.keyboard.press('ArrowUp')
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.locator('li a:focus')).toAppear()
    await page.keyboard.press('Escape')
    await expect(dialog).toDisappear()

    await page.keyboard.press('/')
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    await page.keyboard.type('under water')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'under water', exact: true })).toAppear()
    expect(pathAndQuery(page)).toBe(`/${language}/search?keyword=under+water`)
    await page.keyboard.press('/')
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('under water')
  })

  test('a slow answer of an earlier keyword never replaces a newer one', async () => {
    const t = textsIn('en').search
    const page = await visit({ path: '/en/' })
    await expect(page.getByRole('main')).toAppear()
    let pass = () => {}
    const passed = new Promise<void>((resolve) => (pass = resolve))
    await page.route(/\/api\/search\?keyword=slow$/, async (route) => {
      await passed
      await route.continue()
    })
    await page.keyboard.press('/')
    const dialog = dialogOf(page, 'en')
    const status = dialog.getByRole('status')
    await dialog.getByRole('searchbox').fill('water')
    await expect(status.filter({ hasText: '“water”' })).toAppear()
    const late = page.waitForRequest(/keyword=slow$/)
    await dialog.getByRole('searchbox').fill('slow')
    await late
    // Until new results arrive, the old results are shown with their own keyword.
    expect(await status.textContent()).toContain('“water”')
    await dialog.getByRole('searchbox').fill('under water')
    await expect(status.filter({ hasText: '“under water”' })).toAppear()
    const answered = page.waitForResponse(/keyword=slow$/)
    pass()
    await answered
    expect(await status.textContent()).toContain(t('found', { keyword: 'under water', counts: '' }).trim())
  })

  test('a failure keeps the typed text, and recovers', async () => {
    const t = textsIn('en').search
    const page = await visit({ path: '/en/', expected: /ERR_INTERNET_DISCONNECTED|did not load/ })
    await expect(page.getByRole('main')).toAppear()
    await page.keyboard.press('/')
    const dialog = dialogOf(page, 'en')
    await expect(dialog).toAppear()
    await page.context().setOffline(true)
    await dialog.getByRole('searchbox').fill('under water')
    await expect(dialog.getByRole('heading', { name: t('failed') })).toAppear()
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('under water')
    await page.context().setOffline(false)
    await expect(dialog.getByRole('link', { name: 'Under Water', exact: true })).toAppear()
  })

  test('the palette uses the same search', async () => {
    const { search: t } = textsIn('en')
    const page = await visit({ path: '/en/', size: 'desktop' })
    await expect(page.getByRole('main')).toAppear()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'What do you want to do?' })
    await expect(palette.getByRole('combobox')).toHaveFocus()
    await page.keyboard.type('unedr water')
    const byRole = palette.getByRole('group', { name: t('category.playlists') }).getByRole('option', { name: /Under Water/ })
    await expect(byRole).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await byRole.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Under Water' })).toAppear()
  })
})

describe('saved searches', () => {
  test.for(views)('are followed and unfollowed, removed and cleared: %s, %s', async ([language, size]) => {
    const { search: t, web } = textsIn(language)
    const { browserStorage } = await newUser()
    const page = await visit({
      path: `/${language}/search?keyword=water`,
      language,
      size,
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
    })
    const bar = page.getByRole('navigation', { name: t('history.title') })
    const chip = (name: string) => bar.getByRole('link', { name })
    await expect(chip('water')).toAppear()
    await page.goto(`/${language}/search?keyword=slow`)
    await expect(chip('slow')).toAppear()
    expect(await bar.getByRole('link').allTextContents()).toEqual(['slow', 'water'])
    await page.getByRole('button', { name: t('follow.add_to', { keyword: 'slow' }) }).click()
    await expect(page.getByRole('button', { name: t('follow.remove_from', { keyword: 'slow' }) })).toAppear()
    await expect(chip(t('history.followed'))).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: t('feed.name') }).click()
    const feed = page.getByRole('dialog', { name: t('feed.title_of', { keyword: 'slow' }) })
    await expect.poll(() => feed.getByRole('textbox').inputValue()).toMatch(/\/feeds\/search\/\w+\.xml$/)
    const address = await feed.getByRole('textbox').inputValue()
    expect((await page.request.get(address)).status()).toBe(200)
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await feed.getByRole('button', { name: t('feed.revoke') }).click()
    await expect(feed).toDisappear()
    expect((await page.request.get(address)).status()).toBe(404)
    await page.getByRole('button', { name: t('follow.remove_from', { keyword: 'slow' }) }).click()
    await expect(page.getByRole('button', { name: t('follow.add_to', { keyword: 'slow' }) })).toAppear()

    await bar.getByRole('button', { name: t('history.remove_of', { keyword: 'water' }) }).click()
    await expect(chip('water')).toDisappear()
    await page.getByRole('button', { name: web('undo.action') }).click()
    await expect(chip('water')).toAppear()
    await page.getByRole('button', { name: t('follow.add_to', { keyword: 'slow' }) }).click()
    await expect(chip(t('history.followed'))).toAppear()
    await bar.getByRole('button', { name: t('history.clear') }).click()
    const question = page.getByRole('dialog', { name: t('history.clear_question') })
    await expect(question).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await question.getByRole('button', { name: t('history.clear') }).click()
    await expect(bar).toDisappear()
    await page.getByRole('button', { name: web('undo.action') }).click()
    await expect(chip('water')).toAppear()
    await bar.getByRole('button', { name: t('history.clear') }).click()
    await question.getByRole('button', { name: t('history.clear') }).click()
    await expect(bar).toDisappear()
    await waitForPageEntry(page)
    await page.goto(`/${language}/settings`)
    await expect(page.getByRole('main')).toAppear()
    await page.keyboard.press('/')
    await expect(dialogOf(page, language).getByRole('heading', { name: t('tags') })).toAppear()
    expect(
      await dialogOf(page, language)
        .getByRole('region', { name: t('history.title') })
        .count(),
    ).toBe(0)
  })

  test('are saved once per opened search, not while typing', async () => {
    const { browserStorage, client } = await demoPerson('iris')
    await client(searchContract.clearSearchHistory, {})
    const page = await visit({ path: '/en/settings', browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/search-history')) saved.push(request.postData() ?? '')
    })
    await expect(page.getByRole('main')).toAppear()
    await page.keyboard.press('/')
    const dialog = dialogOf(page, 'en')
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    await page.keyboard.type('Under Water', { delay: 60 })
    await expect(dialog.getByText('“Under Water”')).toAppear()
    expect(saved).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => saved).toEqual(['{"search":"Under Water"}'])
    await page.keyboard.press('/')
    await dialog.getByRole('searchbox').fill('')
    await expect(dialog.getByRole('link', { name: 'Under Water' })).toAppear()
    expect((await client(searchContract.listSearchHistory, {})).unfollowed.map(({ search }) => search)).toEqual(['Under Water'])
  })

  test('a guest who subscribes logs in, comes back and follows', async () => {
    const t = textsIn('en').search
    const { email, password } = await createAccount()
    const page = await visit({ path: '/en/search?keyword=water' })
    await page.getByRole('button', { name: t('follow.add_to', { keyword: 'water' }) }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
    await fillLogin(page, email, password)
    await expect(page.getByRole('button', { name: t('follow.remove_from', { keyword: 'water' }) })).toAppear()
    expect(pathAndQuery(page)).toBe('/en/search?keyword=water')
  })
})
