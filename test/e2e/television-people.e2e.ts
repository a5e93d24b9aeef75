import { sql } from 'kysely'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import enReports from '#features/reports/locales/en.json' with { type: 'json' }
import nlReports from '#features/reports/locales/nl.json' with { type: 'json' }
import enSharing from '#features/sharing/locales/en.json' with { type: 'json' }
import nlSharing from '#features/sharing/locales/nl.json' with { type: 'json' }
import { guideContract } from '#features/guide/contract.ts'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import enWatching from '#features/watching/locales/en.json' with { type: 'json' }
import { watchingContract } from '#features/watching/contract.ts'
import { makeTvChannel } from '../television.ts'
import { createAccount, fillLogin } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { connect, site } from './product.ts'

const visit = visitors()
const { url } = site
const wordsOf = (language: 'en' | 'nl') => translator<typeof en>(language === 'en' ? en : nl, language)
let db: Db
let tv: Awaited<ReturnType<typeof makeTvChannel>>
const title = 'The lighthouse keepers'

/** Makes a channel with a past and a future programme of the same title. */
const makeChannel = (name: string) =>
  makeTvChannel(db, { name, stream_url: `${url}/media/demo/live/index.m3u8`, catchup_mode: 'shift' }, [
    [title, -90, 30, { sub_title: 'Part one' }],
    [title, -20, 60, { sub_title: 'Part two' }],
    ['Tomorrow', 60, 30],
  ])

beforeAll(async () => {
  db = connect()
  tv = await makeChannel('Lantern TV')
})
afterAll(() => db.destroy())

const sheet = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, text: string) => expect(page.locator('[data-toasts]').getByText(text).first()).toAppear()
/** Opens the sheet of the past programme. */
async function openPast(page: Page, channel: string) {
  // Unfolds the past programmes.
  await page
    .getByRole('button', { name: /^1 (earlier|eerdere)$/ })
    .first()
    .click()
  const card = page.getByRole('button', { name: /Part one/ }).first()
  await card.click()
  await expect(sheet(page).getByRole('link', { name: channel })).toAppear()
}

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('a programme is shared directly, by its link, and reported: %s, %s', async ([language, size]) => {
  const t = wordsOf(language)
  const sharing = translator<typeof enSharing>(language === 'en' ? enSharing : nlSharing, language)
  const reports = translator<typeof enReports>(language === 'en' ? enReports : nlReports, language)
  const name = `Lantern ${language}`
  const own = await makeChannel(name)
  const { browserStorage } = await demoPerson('otto')
  const page = await visit({ browserStorage, size, path: `/${language}/tiers?channel=${own.id}` })
  await openPast(page, name)
  const clickButton = (label: string) => sheet(page).getByRole('button', { name: label, exact: true }).click()
  await clickButton(t('programme.direct_share'))
  await toast(page, textsIn(language).tvWatching('programme.shared', { title }))

  await clickButton(t('programme.share'))
  const link = page.getByRole('dialog').getByLabel(sharing('share.link'))
  await expect(link).toAppear()
  expect(await link.inputValue()).toBe(`${url}/${language}/tiers?channel=${own.id}&epgId=${own.programmes[0]}`)
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: sharing('share.qr') })
    .click()
  const shares = sql<{ shares: number }>`
    select coalesce(sum(shares), 0)::int as shares from tv_share_count where tv_channel_id = ${own.id} and network = 'qr'`
  await expect.poll(async () => (await shares.execute(db)).rows[0]!.shares).toBe(1)
  await page.keyboard.press('Escape')
  await expect(link).toDisappear()

  await clickButton(t('programme.report'))
  const dialog = page.getByRole('dialog', { name: reports('dialog.title', { name: title }) })
  await dialog.getByText(reports('type.spam')).click()
  await dialog.getByRole('button', { name: reports('dialog.submit') }).click()
  await toast(page, reports('dialog.done'))
  const storedReports = db.selectFrom('report').select(['reportable_type', 'report_type_id']).where('tv_channel_id', '=', own.id)
  expect(await storedReports.execute()).toEqual([{ reportable_type: 'epg', report_type_id: 4 }])
})

test.for([
  ['en', 'desktop'],
  ['nl', 'phone'],
] as const)('a programme and all with its title are copied to the user’s channel: %s, %s', async ([language, size]) => {
  const name = `Beacon ${language}`
  const own = await makeChannel(name)
  const { browserStorage } = await demoPerson('otto')
  const page = await visit({ browserStorage, size, path: `/${language}/tiers?channel=${own.id}` })
  const place = async () => {
    const dialog = page.getByRole('dialog', { name: textsIn(language).channels('place.save_title') })
    await dialog.getByRole('radio').nth(1).locator('..').click()
    await dialog.locator('button[type=submit]').click()
    await expect(dialog).toDisappear()
  }
  const copies = () => db.selectFrom('video').select('title').where('tv_channel_id', '=', own.id).execute()
  await openPast(page, name)
  await sheet(page)
    .getByRole('button', { name: textsIn(language).channels('place.save_title'), exact: true })
    .click()
  await place()
  await expect.poll(copies).toEqual([{ title }])
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toDisappear()
  await page.getByRole('button', { name: textsIn(language).tvWatching('channel.copy_series', { name: title }) }).click()
  await place()
  // Copies the title's past programmes that can still be watched.
  await expect.poll(copies).toEqual([{ title }, { title }])
})

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('reminders are listed and removed, and calendars get an address that shows once: %s, %s', async ([language, size]) => {
  const t = wordsOf(language)
  const { browserStorage, client } = await demoPerson('otto')
  const page = await visit({ browserStorage, size, path: `/${language}/settings?view=reminders` })
  await expect(page.getByText(t('reminders.none'))).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  await client(guideContract.createReminder, { body: { epg_id: tv.programmes[2]! } })
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Tomorrow' })
  await expect(line.getByRole('link', { name: 'Tomorrow' })).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await line.getByRole('button', { name: t('reminders.forget', { title: 'Tomorrow' }) }).click()
  await expect(page.getByText(t('reminders.none'))).toAppear()
  await expect.poll(async () => (await client(guideContract.listReminders, {})).length).toBe(0)

  await page.getByRole('button', { name: t('reminders.calendar.make') }).click()
  const address = page.getByLabel(t('reminders.calendar.address'))
  await expect(address).toAppear()
  const calendar = await address.inputValue()
  expect((await fetch(calendar)).status).toBe(200)
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.reload()
  await expect(page.getByText(t('reminders.calendar.on'))).toAppear()
  expect(await address.count()).toBe(0)
  await page.getByRole('button', { name: t('reminders.calendar.stop') }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: t('reminders.calendar.stop') })
    .click()
  await expect(page.getByRole('button', { name: t('reminders.calendar.make') })).toAppear()
  expect((await fetch(calendar)).status).toBe(404)
})

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('a guest copies a programme, logs in, and creates a first channel in the same dialog: %s, %s', async ([language, size]) => {
  const { accounts, arranging, web } = textsIn(language)
  const name = `Tideway ${language}`
  const own = await makeChannel(name)
  const user = await createAccount()
  const page = await visit({ size, path: `/${language}/tiers?channel=${own.id}` })
  await openPast(page, name)
  const copy = sheet(page).getByRole('button', { name: textsIn(language).channels('place.save_title'), exact: true })
  await copy.click()
  const after = web('login_needed.after', { action: textsIn(language).channels('place.save_title'), name: title })
  await page.getByRole('link', { name: web('login_needed.register') }).click()
  await expect(page.getByText(after)).toAppear()
  await expect(page.getByRole('heading', { level: 1, name: accounts('register.title'), exact: true })).toAppear()
  await page.getByRole('link', { name: accounts('register.log_in') }).click()
  await expect(page.getByText(after)).toAppear()
  await fillLogin(page, user.email, user.password)
  const dialog = page.getByRole('dialog', { name: textsIn(language).channels('place.save_title') })
  await expect(dialog.getByText(arranging('place.first'))).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await dialog.getByLabel(arranging('place.channel_name')).fill('Boats at night')
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toDisappear()
  await toast(page, textsIn(language).tvWatching('programme.copied', { title, name: 'Boats at night' }))
  const copies = db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select(['video.title', 'playlist.name'])
    .where('video.tv_channel_id', '=', own.id)
  expect(await copies.execute()).toEqual([{ title, name: 'Boats at night' }])
})

test('a started programme is listed under continue watching and in the history', async () => {
  const { browserStorage, client } = await demoPerson('otto')
  const [film] = tv.programmes as [string]
  const { viewActionId } = await client(watchingContract.createView, { body: { viewable_type: 'epg', viewable_id: film } })
  const { viewProcessId } = await client(watchingContract.startView, { body: { viewActionId } })
  await client(watchingContract.endView, { body: { viewProcessId, position: 600 } })
  const watching = translator<typeof enWatching>(enWatching, 'en')
  const page = await visit({ browserStorage, path: '/en/' })
  const row = page.getByRole('region', { name: watching('continue.title') })
  await expect(row.getByRole('link', { name: new RegExp(title) })).toAppear()
  expect(await row.getByRole('link', { name: new RegExp(title) }).getAttribute('href')).toContain(`play=${film}`)
  await page.goto('/en/playlists?recent-view=true')
  await expect(page.getByRole('link', { name: title })).toAppear()
  await client(watchingContract.forgetHistory, {})
})

test('a channel blocked in the user’s country shows why, and leads home', async () => {
  const { browserStorage } = await demoPerson('otto')
  const country = await sql<{
    id: number
  }>`select coalesce(country_id, 239) as id from account where nickname like 'demo%otto%' limit 1`.execute(db)
  await sql`update account set country_id = ${country.rows[0]!.id} where nickname like 'demo%otto%'`.execute(db)
  await sql`update tv_channel set blocked_countries = array[${country.rows[0]!.id}]::smallint[] where id = ${tv.id}`.execute(db)
  try {
    const page = await visit({ browserStorage, path: `/en/tiers?channel=${tv.id}`, expected: /451/ })
    const dialog = page.getByRole('dialog', { name: 'Channel Not Available In Your Country' })
    await expect(dialog.getByText('This channel is currently unavailable to watch in your location')).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button').last().click()
    await page.waitForURL('**/en/')
  } finally {
    await sql`update tv_channel set blocked_countries = '{}' where id = ${tv.id}`.execute(db)
  }
})
