import type { Page } from 'playwright'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { channelsContract, type DefaultPlaylist } from '#features/channels/contract.ts'
import { axeViolations, axeViolationsInBothThemes } from './axe.ts'
import { type Size, sizes as viewports } from './browser.ts'
import { openByLink } from './open-completely.ts'
import { findFaintText } from './contrast.ts'
import { demoHome, demoPerson } from './demo.ts'
import { waitForRender } from './gestures.ts'
import { visitors } from './visitors.ts'
import { site } from './product.ts'

const visit = visitors()

/** A page is complete after this time without requests, in ms. */
const quietMs = 250

/** axe's findings by screen. Screens without findings are left out. */
type Violations = Record<string, string[]>

/** On phones, checks both themes. On wide screens, checks only the light theme, because a theme's colours are the same at all sizes. */
const violationsAt = (page: Page, size: Size) => (size === 'phone' ? axeViolationsInBothThemes(page) : axeViolations(page))
const themeAt = (size: Size) => (size === 'phone' ? 'dark-theme' : 'light-theme')

async function checkPage(page: Page, size: Size, name: string, found: Violations) {
  const violations = await violationsAt(page, size)
  if (violations.length) found[name] = violations
}

/** Visits addresses. Each has a heading that shows when the page has loaded. */
async function checkScreens(page: Page, size: Size, screens: Readonly<Record<string, string>>) {
  const violations: Violations = {}
  for (const [path, heading] of Object.entries(screens)) {
    await openByLink(page, path, quietMs)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toAppear()
    await checkPage(page, size, path, violations)
  }
  return violations
}

const logInMarieke = async () => {
  const { client, browserStorage } = await demoPerson('marieke')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  const [open] = myChannels.public.filter(({ name }) => name !== 'Direct share')
  const channel = await client(channelsContract.getPlaylist, { params: { id: open!.id }, query: {} })
  return { browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' }, mine: myChannels, channel }
}

const sizes = ['phone', 'desktop'] as const satisfies Size[]

test('axe finds violations, in the light theme too', async () => {
  const page = await visit({ path: '/en/search' })
  await expect(page.getByRole('searchbox')).toAppear()
  await page.locator('main').evaluate((main) => {
    const [box, faint, nameless] = [document.createElement('div'), document.createElement('p'), document.createElement('button')]
    box.style.cssText = 'position: fixed; inset: 40% 0 auto; z-index: 1000; background: white; color: #bbb'
    faint.textContent = 'Faint on white'
    nameless.style.cssText = 'width: 48px; height: 48px'
    box.append(faint, nameless)
    main.append(box)
  })
  const rules = (await axeViolationsInBothThemes(page)).map((found) => /^(?:light: )?[a-z-]+/.exec(found)?.[0])
  expect(new Set(rules)).toEqual(new Set(['button-name', 'color-contrast', 'light: color-contrast']))
})

describe('axe finds no violations in both themes', () => {
  test.for(sizes)('on a guest’s screens, %s', async (size) => {
    const [first] = await demoHome()
    const page = await visit({ size, theme: themeAt(size), expected: /status of 404/ })
    const violations = await checkScreens(page, size, {
      '/en/playlists': first!.name,
      '/en/my-playlists': 'Your channels appear here',
      '/en/playlists?playlist=AAAAAAAAAAA': 'Channel not found',
      '/en/channels': 'TV channels',
      '/en/search?keyword=slow': 'slow',
      '/en/not-found': '404 not found',
      '/en/search?keyword=zyzzyva': 'No results for “zyzzyva”',
      [`/nl/playlists?playlist=${first!.id}`]: first!.name,
    })
    expect(violations).toEqual({})
  })

  test.for(sizes)('on a user’s own screens, %s', async (size) => {
    const { browserStorage, mine, channel } = await logInMarieke()
    const page = await visit({ size, theme: themeAt(size), browserStorage })
    const violations = await checkScreens(page, size, {
      '/en/my-playlists': 'My channels',
      [`/en/my-playlists?playlist=${channel.id}`]: channel.name,
      [`/en/my-playlists?playlist-group=${mine.groups[0]!.id}`]: mine.groups[0]!.name,
      '/nl/my-playlists?archive=true': 'Archief',
    })
    expect(violations).toEqual({})
  })

  test.for(['/en/playlists', '/en/settings'])('in a filled window: %s', async (path) => {
    const page = await visit({ path, size: 'desktop', browserStorage: { fill_window: 'true' } })
    await expect(page.getByRole('button', { name: 'Back to the frame' })).toAppear()
    expect(await axeViolations(page)).toEqual([])
  })

  test.for([
    ['extreme names', 'Alles wat ik ooit nog eens helemaal wil herbezien'],
    ['right-to-left names', 'قناة المساء: موسيقى هادئة'],
    ['one without pictures', 'Zonder plaatjes'],
  ] as const)('in channels of all kinds: %s', async ([, name]) => {
    const { client, browserStorage } = await demoPerson('iris')
    const myChannels = await client(channelsContract.listMyPlaylists, {})
    const { id } = [...myChannels.public, ...myChannels.other].find((channel) => channel.name === name)!
    const page = await visit({ path: `/nl/my-playlists?playlist=${id}`, browserStorage, language: 'nl' })
    await expect(page.getByRole('heading', { level: 1, name })).toAppear()
    expect(await axeViolationsInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('in overlays for guests', async () => {
    const page = await visit({ path: '/en/' })
    const violations: Violations = {}
    await page.getByRole('button', { name: 'How it works' }).click()
    await expect(page.getByRole('dialog')).toAppear()
    await checkPage(page, 'phone', 'How it works', violations)
    expect(violations).toEqual({})
  })

  test.for(sizes)('in the menus and dialogs of a channel, %s', async (size) => {
    const { browserStorage, channel } = await logInMarieke()
    const series = channel.series.find(({ type, videos }) => type !== 'header' && videos.length > 1)!
    const page = await visit({ path: `/en/my-playlists?playlist=${channel.id}`, browserStorage, size, theme: themeAt(size) })
    const violations: Violations = {}
    const card = page.getByRole('region', { name: series.name, exact: true }).getByRole('link', { name: series.videos[1]!.title })
    const openers = {
      channel: () =>
        page
          .getByRole('banner')
          .getByRole('button', { name: `Actions for ${channel.name}` })
          .click(),
      series: () => page.getByRole('button', { name: `Actions for ${series.name}` }).click(),
      item: async () => {
        await card.focus()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
      },
    }
    const actions = {
      channel: ['Add item', 'Add series', 'Edit channel', 'Channel settings', 'Delete channel'],
      series: ['Edit series', 'Delete series'],
      item: ['Edit episode', 'Move item', 'Add to your channel'],
    } as const
    for (const of of ['channel', 'series', 'item'] as const) {
      await openers[of]()
      await expect(page.getByRole('menu')).toAppear()
      await checkPage(page, size, `menu of a ${of}`, violations)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toDisappear()
      for (const name of actions[of]) {
        await openers[of]()
        await page.getByRole('menuitem', { name, exact: true }).click()
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toAppear()
        await checkPage(page, size, name, violations)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toDisappear()
      }
    }
    expect(violations).toEqual({})
  })

  test('while adding links: one with its preview, several, and a refused one', async () => {
    const { fixturesUrl } = site
    const { browserStorage, channel } = await logInMarieke()
    const page = await visit({ path: `/en/my-playlists?playlist=${channel.id}`, browserStorage, expected: /status of 422/ })
    const violations: Violations = {}
    await page.getByRole('button', { name: 'Add item' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    const link = dialog.getByLabel('Link')
    await link.fill(`${fixturesUrl}/watch/harbour`)
    await link.blur()
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Harbour at six')
    await checkPage(page, 'phone', 'one link', violations)
    await link.fill('no link')
    await expect(dialog.getByText('Link is not valid')).toAppear()
    await checkPage(page, 'phone', 'what is no link', violations)
    await link.fill(`${fixturesUrl}/watch/harbour ${fixturesUrl}/clips/low-tide.mp4 http://10.0.0.1/film.mp4`)
    await expect(dialog.getByRole('list', { name: 'Videos to add' }).getByRole('alert')).toAppear()
    await checkPage(page, 'phone', 'several links', violations)
    expect(violations).toEqual({})
  })

  test('in a channel form, empty and refused', async () => {
    const { browserStorage } = await logInMarieke()
    const page = await visit({ path: '/en/my-playlists', browserStorage })
    const violations: Violations = {}
    await page.getByRole('button', { name: 'New channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'New channel' })
    await expect(dialog).toAppear()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(1_400_001) })
    await expect(dialog.getByText('Logo must be less than 1MB.')).toAppear()
    await dialog.getByLabel('Tags').fill('boats,')
    await expect(dialog.getByRole('button', { name: 'Remove boats' })).toAppear()
    await checkPage(page, 'phone', 'new channel', violations)
    expect(violations).toEqual({})
  })
})

/**
 * Makes the home page open with this channel, which is otherwise random.
 * @param name the channel's name, shown in large letters and in a button
 */
const openHomeWith = (page: Page, { id: playlist_id, icon, nickname, series }: DefaultPlaylist, name: string) =>
  page.route('**/en/', async (route) => {
    const response = await route.fetch()
    const hero = { playlist_id, name, icon, nickname, video: series[0]?.videos.find(({ image }) => image), file: null }
    const body = (await response.text()).replace(/(?<=id="first-data">)[^]*?(?=<\/script>)/, (data) => {
      const answers = JSON.parse(data) as [string, object][]
      return JSON.stringify(answers.map(([url, answer]) => [url, 'hero' in answer ? { ...answer, hero } : answer])).replaceAll(
        '<',
        '\\u003c',
      )
    })
    await route.fulfill({ response, body })
  })

/** Waits until visible pictures and the font have loaded. */
async function waitForPictures(page: Page) {
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const areDrawn = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const inSight = [...document.images].filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect()
        return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      })
      return inSight.length > 0 && inSight.every(({ complete }) => complete)
    })
  await expect.poll(areDrawn).toBe(true)
  await waitForRender(page)
}

describe('text over white and black pictures has a contrast of 4.5:1, and large text 3:1', () => {
  // A name that is wider than the picture. It is a single word, which must break.
  const longName = 'Kindercarnavalsoptochtvoorbereidingswerkzaamheden'
  test.for(['phone', 'tablet', 'desktop', 'landscape'] as const)('the home and a channel, %s', async (size) => {
    const [first] = await demoHome()
    for (const [theme, background] of [
      ['dark-theme', 'white'],
      ['light-theme', 'black'],
    ] as const) {
      const page = await visit({ size, theme, browserStorage: { fill_window: 'true' } })
      const body = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .webp()
        .toBuffer()
      await page.route('**/media/pictures/**', (route) => route.fulfill({ body, contentType: 'image/webp' }))
      await openHomeWith(page, first!, longName)
      for (const [path, expectedText] of [
        ['/en/', page.getByRole('link', { name: `Watch ${longName}` })],
        [`/en/playlists?playlist=${first!.id}`, page.getByRole('heading', { name: first!.name, exact: true })],
      ] as const) {
        await page.goto(path)
        await expect(expectedText).toAppear()
        await waitForPictures(page)
        for (const name of await page.getByRole('link', { name: longName }).all()) {
          const { x, width } = (await name.boundingBox())!
          expect(x + width, 'right edge of the name, px').toBeLessThanOrEqual(viewports[size].width - 16)
        }
        // Tries again, because a page may change between reading its text and its pixels.
        await expect.poll(() => findFaintText(page.locator('body')), { message: `${path} ${theme}`, interval: 500 }).toEqual([])
      }
    }
  })
})
