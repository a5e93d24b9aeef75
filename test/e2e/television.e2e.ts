import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import { type Broadcast, makeTvChannel } from '../television.ts'
import { newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { untilFound } from './demo.ts'
import { visitors } from './visitors.ts'
import { connect, site } from './product.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const { url } = site
const wordsOf = (language: 'en' | 'nl') => translator<typeof en>(language === 'en' ? en : nl, language)
let db: Db
let peak: string

/** Returns programmes of 45 minutes, from half a day ago to a day ahead: `Summit 1`, `Summit 2` … */
const broadcasts = (title: string): Broadcast[] =>
  Array.from({ length: 48 }, (_, index) => [
    `${title} ${index + 1}`,
    (index - 16) * 45 - 20,
    45,
    { description: `About ${title} ${index + 1}.` },
  ])
/** Returns the title of the current programme. */
const titleOfCurrent = (title: string) => `${title} 17`
const nextTitle = (title: string) => `${title} 18`

beforeAll(async () => {
  db = connect()
  const stream = `${url}/media/demo/live/index.m3u8`
  const groups = ['Browser test']
  peak = (await makeTvChannel(db, { name: 'Peak One', groups, stream_url: stream, number: 901 }, broadcasts('Summit'))).id
  await makeTvChannel(db, { name: 'Harbour TV', groups, stream_url: stream, number: 902 }, broadcasts('Quay'))
  await makeTvChannel(db, { name: 'Silent Screen', groups, stream_url: stream, number: 903 })
  await makeTvChannel(db, { name: 'Far Away', groups: ['Elsewhere'], stream_url: stream }, broadcasts('Distant'))
})
afterAll(() => db.destroy())

const filter = async (page: Page, name: string, typed: string) => page.getByRole('searchbox', { name }).fill(typed)

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('opens a channel, a programme, the guide and live television: %s, %s', async ([language, size]) => {
  const t = wordsOf(language)
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage, size, path: `/${language}/channels` })

  // Checks the list and its filter.
  const line = page.getByRole('listitem').filter({ hasText: 'Peak One' })
  await expect(line).toAppear()
  await expect(line.getByText(titleOfCurrent('Summit')).last()).toAppear()
  await page.getByRole('button', { name: t('list.filter') }).click()
  await filter(page, t('list.filter'), 'harbour tv')
  await expect.poll(() => line.count()).toBe(0)
  await expect(page.getByText(t('list.found', { count: 1 }))).toAppear()
  await filter(page, t('list.filter'), 'zzzz')
  await expect(page.getByText(t('list.none', { query: 'zzzz' }))).toAppear()
  await page.getByRole('button', { name: t('list.show_all') }).click()
  await expect(line).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  // Adds a favourite, and removes it.
  await line.getByRole('button', { name: t('favourite.add_of', { name: 'Peak One' }) }).click()
  const remove = line.getByRole('button', { name: t('favourite.remove_of', { name: 'Peak One' }) })
  await expect(remove).toAppear()
  await page.getByRole('button', { name: t('list.choose') }).click()
  await page.getByText(t('list.favourites'), { exact: true }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Harbour TV' }).count()).toBe(0)
  await expect(line).toAppear()
  await page.getByText(t('list.all'), { exact: true }).click()

  // Opens the channel, its programmes, and one programme.
  await line.getByRole('link', { name: /Peak One/ }).click()
  await page.waitForURL(`**/${language}/tiers?channel=${peak}`)
  await expect(page.getByRole('heading', { name: titleOfCurrent('Summit'), level: 2 }).first()).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page
    .getByRole('button', { name: new RegExp(nextTitle('Summit')) })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(`About ${nextTitle('Summit')}.`)).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await sheet.getByRole('button', { name: t('programme.remind'), exact: true }).click()
  await sheet.getByRole('button', { name: t('programme.reminded') }).click()
  await expect(sheet.getByRole('button', { name: t('programme.remind'), exact: true })).toAppear()
  await sheet.getByRole('button', { name: textsIn(language).channels('place.save_title') }).click()
  const copying = page.getByRole('dialog', { name: textsIn(language).channels('place.save_title') })
  // The dialog takes keys once it has the focus.
  await expect.poll(() => copying.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  // Waits, because until the dialog has closed, Escape doesn't reach the sheet below.
  await expect(copying).toDisappear()
  await expect(sheet.getByRole('button', { name: textsIn(language).channels('place.save_title') })).toAppear()
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.count()).toBe(0)

  // Checks the guide: a grid with arrow keys, or a list.
  await page.goto(`/${language}/channels?view=guide`)
  if (size === 'desktop') {
    const grid = page.getByRole('grid', { name: t('guide.title') })
    await expect(grid.getByRole('rowheader', { name: 'Peak One' })).toAppear()
    await expect(grid.getByRole('gridcell', { name: new RegExp(titleOfCurrent('Summit')) })).toAppear()
    await grid.focus()
    const activeCell = () =>
      grid.evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent)
    // Favourites come first.
    await expect.poll(activeCell).toContain(titleOfCurrent('Summit'))
    await page.keyboard.press('ArrowRight')
    await expect.poll(activeCell).toContain(nextTitle('Summit'))
    await page.keyboard.press('Home')
    await expect.poll(activeCell).toContain(titleOfCurrent('Summit'))
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await grid.focus()
    await page.keyboard.press('Enter')
  } else {
    await expect(page.getByRole('button', { name: new RegExp(titleOfCurrent('Summit')) })).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: new RegExp(titleOfCurrent('Summit')) }).click()
  }

  // Watches the channel live.
  await sheet.getByRole('link', { name: t('live.watch') }).click()
  await page.waitForURL(`**/${language}/tiers?channel=${peak}&play=live`)
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await page.goBack()
  await page.waitForURL(`**/${language}/channels?view=guide`)

  // Removes the favourite.
  await page.goto(`/${language}/channels`)
  await remove.click()
  await expect(line.getByRole('button', { name: t('favourite.add_of', { name: 'Peak One' }) })).toAppear()
})

test('current programmes show on a device whose clock is a day ahead', async () => {
  const page = await visit({ path: '/en/channels', clockAheadMs: 24 * 3_600_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Peak One' }).getByText(titleOfCurrent('Summit')).last()).toAppear()
})

test('a guest sees the list, the guide and a channel; favourites need an account', { tags: ['journey'] }, async () => {
  const t = wordsOf('en')
  const page = await visit({ path: '/en/channels' })
  await page.getByRole('button', { name: t('favourite.add_of', { name: 'Peak One' }) }).click()
  await expect(page.getByRole('dialog').getByText('You need to be logged in to use this feature')).toAppear()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: t('list.guide') }).click()
  await page.waitForURL('**/en/channels?view=guide')
  // The list of channels has a button with the same name.
  await expect(page.getByRole('button', { name: t('guide.search') })).toAppear()
  await page.getByRole('button', { name: t('list.choose') }).click()
  await page.getByText('Browser test', { exact: true }).click()
  await expect(page.getByText(titleOfCurrent('Summit'))).toAppear()
})

test('an episode that left the guide is reported as missing, and current ones are found by title', async () => {
  const t = wordsOf('en')
  const page = await visit({ path: `/en/tiers?channel=${peak}&epgId=AAAAAAAAAAA`, expected: /404/ })
  await expect(page.getByRole('dialog', { name: textsIn('en').tvWatching('channel.gone_title') })).toAppear()
  await page.getByRole('button', { name: textsIn('en').tvWatching('channel.to_home') }).click()
  await page.waitForURL('**/en/')
  await page.goto('/en/channels?view=guide')
  await page.getByRole('button', { name: t('guide.search') }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill(titleOfCurrent('Distant'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(titleOfCurrent('Distant')) })
    .first()
    .click()
  await expect(page.getByText(`About ${titleOfCurrent('Distant')}.`)).toAppear()
})

test('a search finds TV channels beside users’ channels, with the current programme', async () => {
  await untilFound('Harbour TV', 'channels')
  const page = await visit({ size: 'phone', path: '/nl/search?keyword=harbour' })
  await expect(page.getByRole('heading', { name: textsIn('nl').search('category.channels') })).toAppear()
  await expect(page.getByRole('listitem').filter({ hasText: titleOfCurrent('Quay') })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: /Harbour TV/ }).click()
  await expect(page.getByRole('heading', { name: 'Harbour TV' })).toAppear()
})
