import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { type Size, sizes } from './browser.ts'
import { untilFound } from './demo.ts'
import { logIn, newcomer, registerByMail, registerInSteps } from './newcomers.ts'
import { pressLong } from './gestures.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { site } from './product.ts'

const { fixturesUrl } = site
const visit = visitors({ serviceWorker: true })

const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Titles that the added videos have in the end. */
const watchPage = 'Harbour at six'
const stream = 'aurora'
const file = 'low-tide'

/** Returns the videos of a row that this test has added, in order. */
async function orderIn(page: Page, series: string) {
  const links = [...(await row(page, series).ariaSnapshot()).matchAll(/- '?link "(.+?)"/g)].map(([, name = '']) => name)
  return links.map((name) => [watchPage, stream, file].find((title) => name.includes(title)))
}

/** Pastes the clipboard by keyboard. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

/** Opens the menu of an element, and chooses an action. */
async function choose(page: Page, of: string, action: string) {
  await page.getByRole('button', { name: of, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test.for([
  ['en', 'desktop', 'Boats that leave', 'Before breakfast'],
  ['nl', 'phone', 'Boten die vertrekken', 'Voor het ontbijt'],
] as const satisfies readonly [string, Size, string, string][])(
  'a new user creates a channel of pasted links, and a guest watches it: %s, on a %s',
  { tags: ['journey'] },

  async ([language, size, name, seriesName]) => {
    const user = newcomer()
    const channel = `${name} ${user.nickname}`
    const series = `${seriesName} ${user.nickname}`
    const { accounts, arranging, channels: t, search, ui, web } = textsIn(language)
    const page = await visit({ path: `/${language}/`, language, size })

    await page.goto(`/${language}/register`)
    await expect(heading(page, accounts('register.heading'))).toAppear()
    if (size === 'desktop') await registerByMail(page, user, language)
    else await registerInSteps(page, user, language)
    await logIn(page, user, language)

    await page
      .getByRole('navigation', { name: web('nav.label') })
      .getByRole('link', { name: web('nav.mine') })
      .click()
    // The home page, which stays until this screen has loaded, has the same button.
    await page
      .getByRole('main', { name: arranging('mine.title') })
      .getByRole('button', { name: t('welcome.make') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('create.title') })
    await dialog.getByLabel(t('fields.name')).fill(channel)
    await dialog.getByLabel(t('fields.description')).fill('Pilots, ferries and a dredger.')
    await dialog.getByRole('button', { name: t('create.action') }).click()
    await expect(heading(page, channel)).toAppear()
    await expect(page.getByText(t('status.private'))).toAppear()

    await choose(page, web('screen.menu', { name: channel }), t('series.add.title'))
    const addingSeries = page.getByRole('dialog', { name: t('series.add.title') })
    await addingSeries.getByLabel(t('fields.title')).fill(series)
    await addingSeries.getByRole('button', { name: t('series.add.action') }).click()
    await expect(row(page, series)).toAppear()

    // The metadata of the video service's page fills in the form.
    const adding = page.getByRole('dialog', { name: t('add.title') })
    await row(page, series)
      .getByRole('button', { name: t('add.title') })
      .click()
    await adding.getByLabel(t('add.link')).focus()
    await paste(page, `${fixturesUrl}/watch/harbour`)
    await expect.poll(() => adding.getByLabel(t('fields.title')).inputValue()).toBe('Harbour at six')
    expect(await adding.getByLabel(t('fields.description')).inputValue()).toBe('The pilots go out before the ferries wake up.')
    await adding.getByRole('button', { name: t('add.action', { count: 1, series }) }).click()
    await expect(row(page, series).getByRole('link', { name: 'Harbour at six' })).toAppear()

    // Adds a stream and a file at the same time.
    await row(page, series)
      .getByRole('button', { name: t('add.title') })
      .click()
    await adding.getByLabel(t('add.link')).focus()
    await paste(page, `${fixturesUrl}/clips/aurora/index.m3u8\n${fixturesUrl}/clips/low-tide.mp4`)
    await expect
      .poll(() =>
        adding
          .getByRole('list', { name: t('add.several') })
          .getByRole('listitem')
          .count(),
      )
      .toBe(2)
    await adding.getByRole('button', { name: t('add.action', { count: 2, series }) }).click()
    await expect(adding).toDisappear()
    await expect.poll(() => orderIn(page, series)).toEqual([watchPage, stream, file])

    // A mouse opens the menu with the three-dots button, a finger by a long press.
    if (size === 'desktop') await page.getByRole('button', { name: ui('menu.of', { name: file }) }).click()
    else await pressLong(row(page, series).getByRole('link', { name: file }))
    const moved = page.waitForResponse(/\/api\/videos\/\w+\/series\//)
    await page.getByRole('menuitem', { name: arranging('video.earlier') }).click()
    await expect.poll(() => orderIn(page, series)).toEqual([watchPage, file, stream])
    await moved
    await page.reload()
    await expect.poll(() => orderIn(page, series)).toEqual([watchPage, file, stream])

    await choose(page, web('screen.menu', { name: channel }), t('settings.title'))
    const settings = page.getByRole('dialog', { name: t('settings.title') })
    await settings.getByRole('radio', { name: t('status.public') }).check()
    await settings.getByRole('button', { name: t('save') }).click()
    await expect(settings).toDisappear()

    // A guest in another browser.
    const guest = await visit({ path: `/${language}/`, language, size })
    await guest.mouse.move(sizes[size].width / 2, 400)
    await expect
      .poll(async () => {
        await guest.mouse.wheel(0, 4000)
        return row(guest, channel).isVisible()
      })
      .toBe(true)
    await untilFound(channel, 'playlists')
    await guest
      .getByRole('navigation', { name: web('nav.label') })
      .getByRole('link', { name: web('nav.search') })
      .click()
    await guest.getByRole('searchbox', { name: search('label') }).fill(channel)
    await guest.getByRole('dialog').getByRole('link', { name: channel }).first().click()
    await expect(heading(guest, channel)).toAppear()
    // Waits for the rows, which may load after the channel's name.
    await expect.poll(() => orderIn(guest, series)).toEqual([watchPage, file, stream])
    for (const title of [watchPage, file, stream]) {
      await row(guest, series).getByRole('link', { name: title }).click()
      await expect(guest).toPlay()
      await guest.keyboard.press('Escape')
      await expect(guest.getByRole('dialog')).toDisappear()
    }
  },
)
