import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { pagesContract } from '#features/pages/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoHome, demoOperator, demoPerson, guest } from './demo.ts'
import { chooseByKey, waitForDrag } from './gestures.ts'
import { planted, plantNames } from './planted-names.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

const views = [
  ['phone', 'en', 'dark-theme', 'watchLater'],
  ['desktop', 'nl', 'light-theme', 'directPublish'],
] as const

const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#06c' } })
  .png()
  .toBuffer()

async function open(device: 'phone' | 'desktop', language: 'en' | 'nl', theme: 'dark-theme' | 'light-theme', path: string) {
  const { browserStorage, client } = await demoOperator('noor')
  const page = await visit({ browserStorage, size: device, theme, path: `/${language}/operator/${path}`, expected: /status of (4\d\d)/ })
  const check = async (name: string) => {
    await takeScreenshot(page, `${name}-${device}`)
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    expect(await page.title()).not.toBe('1')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    const { width, height } = page.viewportSize()!
    if (device === 'phone') await page.setViewportSize({ width: 320, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.setViewportSize({ width, height })
  }
  return { page, client, check }
}

const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, name: string) => chooseByKey(page.getByRole('radio', { name, exact: true }))

test.each(views)('an introduction is written, previewed, published and taken back: %s, %s', async (device, language, theme, view) => {
  const { site: t, ui } = textsIn(language)
  const { page, client, check } = await open(device, language, theme, `pages?page=${view}`)
  const named = (name: string, of: 'en' | 'nl') => t('pages.named', { name, language: t(`languages.${of}`) })
  const title = (of: 'en' | 'nl') => page.getByLabel(named(t('pages.title'), of), { exact: true })
  const text = (of: 'en' | 'nl') => page.getByLabel(named(t('pages.text'), of), { exact: true })
  await page.getByRole('checkbox', { name: t('pages.own') }).uncheck({ force: true })
  await expect(title('en')).toAppear()
  await check('pages')

  // Errors appear at their fields.
  await title('en').fill(`EN ${planted}`)
  await clickButton(page, t('pages.publish'))
  await expect.poll(() => title('nl').getAttribute('aria-invalid')).toBe('true')
  await title('nl').fill(`NL ${planted}`)
  await text('en').fill(planted)
  await text('nl').fill(planted)

  await clickButton(page, t('pages.add_picture'))
  const picture = page.getByRole('region', { name: t('pages.picture', { number: 1 }) })
  await picture.locator('input[type=file]').setInputFiles({ name: `${planted}.png`, mimeType: 'image/png', buffer: png })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ui('crop.done') })
    .click()
  await picture.getByLabel(t('pages.link'), { exact: true }).fill('javascript:alert(1)')
  await expect.poll(() => page.getByRole('button', { name: t('pages.preview'), exact: true }).getAttribute('aria-busy')).toBeNull()
  for (const of of ['en', 'nl'] as const) await picture.getByLabel(named(t('pages.caption'), of), { exact: true }).fill(planted)
  await clickButton(page, t('pages.preview'))
  await expect.poll(() => picture.getByLabel(t('pages.link'), { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await picture.getByLabel(t('pages.link'), { exact: true }).fill('/channels')

  // A series of a public channel becomes a carousel.
  const channel = (await demoHome()).find(({ series }) => series.length > 0)!
  await clickButton(page, t('pages.add_series'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(channel.name)
  await dialog.getByRole('button', { name: t('pages.choose_channel', { name: channel.name }), exact: true }).click()
  await dialog
    .getByRole('button', { name: t('pages.add_named', { name: channel.series[0]!.name }), exact: true })
    .first()
    .click()
  await expect(page.getByRole('button', { name: t('pages.grip', { name: channel.series[0]!.name }), exact: true })).toAppear()

  await clickButton(page, t('pages.preview'))
  const preview = page.getByRole('region', { name: t('pages.preview'), exact: true })
  await expect(preview.getByRole('heading', { name: `${language.toUpperCase()} ${planted}` })).toAppear()
  const other = language === 'en' ? 'nl' : 'en'
  await choose(page, t(`languages.${other}`))
  await expect(preview.getByRole('heading', { name: `${other.toUpperCase()} ${planted}` })).toAppear()
  await choose(page, t('pages.as.user'))
  await check('pages-preview')

  await clickButton(page, t('pages.publish'))
  await expect(page.getByText(t('pages.published'), { exact: true })).toAppear()
  await expect(page.getByRole('list', { name: t('pages.versions') }).getByText(`EN ${planted}`)).toAppear()
  expect((await guest(pagesContract[view], {})).title).toBe(`EN ${planted}`)

  // If another operator publishes first, the typed values stay, and the operator chooses whether to overwrite.
  await title('en').fill('Typed')
  const { version, versions } = await client(siteContract.getWelcome, { params: { page: view } })
  await client(siteContract.saveWelcome, { params: { page: view }, body: { content: versions[0]!.content, publish: true, version } })
  await clickButton(page, t('pages.save'))
  await expect(page.getByText(t('behind.text'))).toAppear()
  expect(await title('en').inputValue()).toBe('Typed')
  await check('pages-behind')
  await clickButton(page, t('behind.keep'))
  await clickButton(page, t('pages.save'))
  await expect(page.getByText(t('pages.saved'), { exact: true })).toAppear()
  await check('pages-versions')

  await clickButton(page, t('pages.undo'))
  await expect(page.getByText(t('pages.undone'), { exact: true })).toAppear()
  await clickButton(page, t('pages.undo'))
  await expect.poll(async () => (await guest(pagesContract[view], {})).title).not.toBe(`EN ${planted}`)
})

test.each(views)('channels are arranged, handed over, and names taken away: %s, %s', async (device, language, theme) => {
  const { site: t } = textsIn(language)
  const { nickname, user, team } = await plantNames()
  const rita = await demoPerson('rita')
  const mine = await rita.client(channelsContract.createPlaylist, { body: { name: `${device} ${planted}`, status_id: 1 } })
  const { page, client, check } = await open(device, language, theme, 'channels')
  const before = await client(siteContract.listDefaultChannels, {})
  const [first, second] = await demoHome()
  await client(siteContract.setDefaultChannels, { body: { channels: [first!.id, second!.id], version: before.version } })
  await page.reload()
  const list = page.getByRole('list', { name: t('defaults.title') })
  await expect(list.getByRole('listitem').first()).toAppear()
  await check('channels')

  // By keyboard, a row is lifted, moved and dropped. The toast undoes that.
  await page.getByRole('button', { name: t('defaults.grip', { name: second!.name }) }).focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  const order = async () => (await client(siteContract.listDefaultChannels, {})).channels.map(({ id }) => id)
  await expect.poll(order).toEqual([second!.id, first!.id])
  const preview = page.getByRole('list', { name: t('defaults.preview') })
  await expect.poll(() => preview.getByRole('listitem').first().innerText()).toContain(second!.name)
  await choose(page, t('pages.as.user'))
  await expect(preview.getByRole('listitem').first()).toAppear()
  await clickButton(page, t('defaults.undo'))
  await expect.poll(order).toEqual([first!.id, second!.id])

  // Finds a channel by name, and adds it.
  const third = (await demoHome())[2]!
  await clickButton(page, t('defaults.add'))
  await page.getByRole('dialog').getByRole('searchbox').fill(third.name)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('defaults.add_named', { name: third.name }), exact: true })
    .click()
  await expect.poll(order).toEqual([first!.id, second!.id, third.id])
  await expect(page.getByRole('dialog').getByText(t('defaults.is'), { exact: true })).toAppear()
  await check('channels-add')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('done'), exact: true })
    .click()

  // Gives the orphaned channels of a team to another owner. The dialog shows how many there are.
  await clickButton(page, t('orphans.hand_named', { name: team }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(user)
  await dialog.getByRole('button', { name: t('orphans.choose_named', { name: nickname }) }).click()
  await expect(dialog.getByText(t('orphans.effect', { count: 1, name: team, user: nickname }))).toAppear()
  await dialog.getByRole('textbox').fill(planted)
  await check('channels-hand')
  await dialog.getByRole('button', { name: t('orphans.hand'), exact: true }).click()
  await expect(page.getByText(t('orphans.done', { count: 1 }), { exact: true })).toAppear()

  await page.getByLabel(t('take.what')).selectOption('nickname')
  await page.getByRole('searchbox', { name: t('find.user') }).fill(nickname)
  await clickButton(page, t('take.action_named', { name: nickname }))
  await dialog.getByRole('button', { name: t('take.action'), exact: true }).click()
  await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByRole('textbox').fill(planted)
  await check('channels-take')
  await dialog.getByRole('button', { name: t('take.action'), exact: true }).click()
  await expect(page.getByText(t('take.done'), { exact: true })).toAppear()
  await page.goto(`/${language}/operator/audit?thing=${user}`)
  await expect(page.getByText(planted, { exact: false }).first()).toAppear()
  await check('channels-audit')
  await rita.client(channelsContract.deletePlaylist, { params: { id: mine.id } })
})

test.each(views)('words are blocked, and existing names that have them listed: %s, %s', async (device, language, theme) => {
  const { site: t } = textsIn(language)
  const { client: rita } = await demoPerson('rita')
  const name = `Zyxwv ${device} ${planted}`
  const { id } = await rita(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
  const { page, check } = await open(device, language, theme, 'names')
  const word = page.getByLabel(t('names.add'), { exact: true })
  await word.fill('a')
  await clickButton(page, t('names.add_action'))
  await expect.poll(() => word.getAttribute('aria-invalid')).toBe('true')
  expect(await word.inputValue()).toBe('a')
  for (const item of ['zyxwv', '=<img src=x>']) {
    await word.fill(item)
    await clickButton(page, t('names.add_action'))
    await expect(page.getByRole('button', { name: t('names.remove', { word: item }), exact: true })).toAppear()
  }
  await choose(page, t('names.kinds.channel'))
  await expect(page.getByText(name, { exact: true })).toAppear()
  await expect(page.getByText(t('names.found', { count: 1 }), { exact: true })).toAppear()
  await check('names')
  for (const word of ['zyxwv', '=<img src=x>']) {
    await clickButton(page, t('names.remove', { word: word }))
    await expect(page.getByRole('button', { name: t('names.remove', { word: word }), exact: true })).toDisappear()
  }
  await expect(page.getByText(t('names.blocked_none'))).toAppear()
  await rita(channelsContract.deletePlaylist, { params: { id } })
})

test.each(views)('settings are tested, saved and undone, and people invited: %s, %s', async (device, language, theme) => {
  const { site: t } = textsIn(language)
  const { page, client, check } = await open(device, language, theme, 'settings')
  const saveButton = (name: 'site' | 'announcement' | 'uploads') => t('settings.save_named', { name: t(`settings.${name}.title`) })
  const undoButton = (name: 'site' | 'announcement') => t('settings.undo_named', { name: t(`settings.${name}.title`) })

  const contact = page.getByLabel(t('settings.site.contact'), { exact: true })
  await page.getByLabel(t('settings.site.name'), { exact: true }).fill(planted)
  await contact.fill('nobody')
  await clickButton(page, saveButton('site'))
  await expect.poll(() => contact.getAttribute('aria-invalid')).toBe('true')
  await contact.fill('help@example.com')
  await clickButton(page, saveButton('site'))
  await expect(page.getByText(t('settings.saved'), { exact: true })).toAppear()
  await expect.poll(async () => (await guest(siteContract.getSite, {})).name).toBe(planted)

  const until = page.getByLabel(t('settings.announcement.until'), { exact: true })
  for (const of of ['en', 'nl'] as const) await page.getByLabel(t(`settings.announcement.${of}`), { exact: true }).fill(`${of} ${planted}`)
  await until.fill('2020-01-01T10:00')
  await clickButton(page, saveButton('announcement'))
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('true')
  await until.fill('2035-06-01T10:00')
  await clickButton(page, saveButton('announcement'))
  await expect.poll(async () => (await guest(siteContract.getSite, {})).announcement?.text).toBe(`en ${planted}`)
  await page.getByLabel(t('settings.uploads.quota')).fill('999999')
  await clickButton(page, saveButton('uploads'))
  await expect.poll(() => page.getByLabel(t('settings.uploads.quota')).getAttribute('aria-invalid')).toBe('true')

  const note = `${device} ${planted}`
  await page.getByLabel(t('invitations.note'), { exact: true }).fill(note)
  await page.getByLabel(t('invitations.uses'), { exact: true }).fill('5')
  await clickButton(page, t('invitations.make'))
  await expect(page.getByRole('button', { name: t('invitations.copy_named', { name: note }), exact: true })).toAppear()
  const { code } = (await client(siteContract.listInvitations, { query: {} })).data[0]!
  await expect(page.getByText(`invitation=${code}`)).toAppear()
  await check('settings')
  await clickButton(page, t('invitations.revoke_named', { name: note }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('invitations.revoke'), exact: true })
    .click()
  await expect(page.getByText(t('invitations.revoked'), { exact: true })).toAppear()

  for (const name of ['site', 'announcement'] as const) {
    await clickButton(page, undoButton(name))
    await expect(page.getByText(t('settings.undone'), { exact: true })).toAppear()
    await expect.poll(async () => (await client(siteContract.listSettings, {}))[name].value).not.toMatchObject({ name: planted })
  }
  await expect.poll(async () => await guest(siteContract.getSite, {})).toMatchObject({ name: 'Choice', announcement: null })
  await expect.poll(() => page.getByLabel(t('settings.site.name'), { exact: true }).inputValue()).toBe('')
})

test('for users who are not operators, the screens do not exist and ask for nothing', async () => {
  const { site: t } = textsIn('en')
  const page = await visit({ browserStorage: (await demoPerson('marieke')).browserStorage, path: '/en/' })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/operator/') && asked.push(request.url()))
  for (const path of ['pages', 'channels', 'names', 'settings'] as const) {
    await page.goto(`/en/operator/${path}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toAppear()
    // Until the profile has loaded, only the title is shown.
    await expect.poll(() => page.getByRole('heading', { level: 1, name: t(`section.${path}`) }).count()).toBe(0)
  }
  expect(asked).toEqual([])
})
