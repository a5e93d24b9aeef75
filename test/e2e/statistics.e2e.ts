import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { addDays } from '#features/statistics/rules.ts'
import { makeTvChannel } from '../television.ts'
import { newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, demoVideo, makeChannel } from './demo.ts'
import { connect } from './product.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

let db: Db
beforeAll(async () => {
  db = connect()
})
afterAll(() => db.destroy())

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

/** Today's date in the browsers' time zone. */
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' })

/** Inserts views of the last days, clicks and sources. */
async function insertFigures(playlistId: string) {
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  const daily = [3, 8, 0, 5, 12, 9, 4]
  for (const [ago, count] of daily.entries()) {
    if (count === 0) continue
    const at = `${addDays(today, -ago)}T${ago === 0 ? '00' : '12'}:00Z`
    await sql`insert into channel_view_count (playlist_key, quarter, viewers, views) values (${key}, quarter_hour(${at}), 'u', ${count})`.execute(
      db,
    )
    await sql`insert into view_source_count (playlist_key, quarter, source, views)
      values (${key}, quarter_hour(${at}), 'share:whatsapp', ${count}), (${key}, quarter_hour(${at}), 'direct', 1)`.execute(db)
  }
}

test.each(views)('an owner opens the statistics of a channel on a %s in %s', async (size, language) => {
  const { statistics: t, ui } = textsIn(language)
  const name = `Measured on ${size}`
  const id = await makeChannel('marieke', name, { Film: 2 })
  await insertFigures(id)
  const { browserStorage } = await demoPerson('marieke')
  const page = await visit({ browserStorage, size, language, path: `/${language}/settings`, expected: /status of 404/ })
  const shot = (of: string) => takeScreenshot(page, `${of}-${size}`)

  await page.getByRole('link', { name: t('title') }).click()
  await expect(page.getByRole('link', { name, exact: true })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await shot('list')
  await page.getByRole('link', { name, exact: true }).click()
  expect(pathAndQuery(page)).toBe(`/${language}/statistics?playlist=${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toAppear()

  // With only the keyboard, arrow keys walk through the chart.
  const chart = page.getByRole('slider', { name: t('figure.views'), exact: true })
  await chart.focus()
  const spoken = () => chart.getAttribute('aria-valuetext')
  expect(await spoken()).toContain(t('point.provisional'))
  await page.keyboard.press('ArrowLeft')
  // The text may go on after the number, because just after midnight this day's views are provisional too.
  expect(await spoken()).toMatch(/: 8\b/)
  await page.keyboard.press('ArrowLeft')
  expect(await spoken()).toMatch(new RegExp(`: ${t('point.none')}$`))
  await page.keyboard.press('Home')
  expect(await spoken()).toMatch(/: 4$/)
  await page
    .getByRole('group')
    .filter({ hasText: t('table.open') })
    .first()
    .locator('summary')
    .press('Enter')
  await expect(page.getByRole('table').first()).toAppear()
  await page
    .getByRole('button', { name: t('about', { figure: t('figure.views') }) })
    .first()
    .press('Enter')
  await expect(page.getByText(t('definition.views')).first()).toAppear()
  await expect(page.getByText(t('sources.share', { name: 'WhatsApp' }))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await shot('details')
  for (const heading of [t('charts.title'), t('videos.title')]) {
    await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded()
    await shot(`details-${heading.slice(0, 3)}`)
  }

  // The whole page is printed, except the navigation.
  await page.emulateMedia({ media: 'print' })
  const screen = page.locator('[data-screen]')
  expect(await screen.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  await takeScreenshot(page, `print-${size}`, { fullPage: true })
  await page.emulateMedia({ media: 'screen' })

  // Chooses a period by keyboard, from three days ago to today.
  const period = page.getByRole('button', { name: new RegExp(`^${t('range.label')}`) })
  await period.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('range.title') })
  const day = dialog.locator('[aria-current=date]')
  // On phones, the previous month is above this month, but the date is still in view.
  const isInSight = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === element
  }
  await expect.poll(() => day.evaluate(isInSight)).toBe(true)
  await day.focus()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await shot('range')
  await page.keyboard.press('ArrowRight')
  await expect(day).toHaveFocus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: t('range.apply') }).press('Enter')
  await expect(dialog).toDisappear()
  await expect(period).toHaveFocus()
  await expect.poll(() => chart.getAttribute('max')).toBe('3')

  // 90 days aren't whole weeks, so that the first or last week is incomplete.
  await period.click()
  await dialog.getByRole('button', { name: t('range.preset.days90') }).click()
  await page.getByRole('radio', { name: t('grouping.week') }).check({ force: true })
  await expect.poll(() => page.locator('[data-partial]').count()).toBeGreaterThan(0)
  const ends: (string | null)[] = []
  for (const key of ['Home', 'End']) {
    await chart.press(key)
    ends.push(await spoken())
  }
  expect(ends.join('; ')).toContain(t('point.partial'))
  await shot('weeks')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: t('export') }).click()
  expect((await file).suggestedFilename()).toBe('statistics.csv')

  await page.goto(`/${language}/statistics?playlist=AAAAAAAAAAA`)
  await expect(page.getByText(t('missing_text'))).toAppear()
  await page.getByRole('link', { name: t('all') }).click()
  await expect(page.getByRole('link', { name, exact: true })).toAppear()

  await page.route('**/api/statistics/playlists', (route) => route.fulfill({ status: 404, json: { message: 'Gone', errors: {} } }))
  await page.reload()
  await expect(page.getByRole('button', { name: ui('error.again') })).toAppear()
  await page.unrouteAll()
  await page.getByRole('button', { name: ui('error.again') }).click()
  await expect(page.getByRole('link', { name, exact: true })).toAppear()
})

test.each(views)('a broadcaster sees TV channels by month on a %s in %s', async (size, language) => {
  const { statistics: t } = textsIn(language)
  const { client, browserStorage } = await newUser()
  const { id: user } = await client(accountsContract.getProfile, {})
  await db.updateTable('account').set({ is_broadcaster: true }).where('id', '=', user).execute()
  const { id } = await makeTvChannel(db, { name: `Station ${size}` })
  await db.updateTable('tv_channel').set({ owner_id: user }).where('id', '=', id).execute()
  const write = (at: string, count: number) =>
    sql`insert into channel_view_count (tv_channel_id, quarter, viewers, views) values (${id}, quarter_hour(${at}), 'u', ${count})`.execute(
      db,
    )
  await write(`${today}T00:00Z`, 7)
  await write('2025-03-10T12:00Z', 5)
  const page = await visit({ browserStorage, size, language, path: `/${language}/statistics` })
  const total = page
    .getByRole('listitem')
    .filter({ hasText: `Station ${size}` })
    .getByText(t('broadcast.viewers_count'))
    .locator('xpath=..')
  await expect(total.getByText('7')).toAppear()
  await expect(page.getByText(t('broadcast.running'))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `broadcast-${size}`)
  await page.getByLabel(t('broadcast.year'), { exact: true }).selectOption('2025')
  await page.getByLabel(t('broadcast.month'), { exact: true }).selectOption('03')
  await expect(total.getByText('5')).toAppear()
  await expect(page.getByText(t('broadcast.closed'))).toAppear()
  await page.getByRole('button', { name: t('broadcast.previous') }).click()
  await expect(total.getByText('0')).toAppear()
  await page.getByRole('button', { name: t('broadcast.next') }).click()
  await expect(total.getByText('5')).toAppear()
})

test('a view by a shared link counts for the network where it was shared, which is removed from the address bar', async () => {
  const { channel, video } = await demoVideo(/aurora/)
  const page = await visit({ path: `/playlists?playlist=${channel.id}&play=${video.id}&via=whatsapp` })
  const sent = page.waitForRequest('**/api/view')
  await page.getByRole('button', { name: /^Play/ }).first().click()
  expect((await sent).postDataJSON()).toMatchObject({ viewable_id: video.id, source: 'share:whatsapp' })
  await expect.poll(() => page.url()).not.toContain('via=')
})

test('guests are redirected to the channels; the menu of a channel leads its owner to the statistics', async () => {
  const { statistics: t, web } = textsIn('en')
  const guest = await visit({ path: '/en/statistics' })
  await expect.poll(() => pathAndQuery(guest)).toBe('/en/my-playlists')
  const { browserStorage } = await demoPerson('marieke')
  const id = await makeChannel('marieke', 'By menu', { Film: 1 })
  const page = await visit({ browserStorage, path: `/en/my-playlists?playlist=${id}` })
  await page
    .getByRole('button', { name: web('screen.menu', { name: 'By menu' }) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('action') }).click()
  await expect(page.getByText(t('charts.none'))).toAppear()
  expect(pathAndQuery(page)).toBe(`/en/statistics?playlist=${id}`)
})
