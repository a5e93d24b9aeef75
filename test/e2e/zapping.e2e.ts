import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { makeTvChannel } from '../television.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { createFinger } from './gestures.ts'
import { connect, site } from './product.ts'
import { player, playerWordsOf, playing, expectPlaying, stream, showControls, wordsOf } from './tv-player.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

const group = 'Zapping test'
let db: Db
let alpha: Awaited<ReturnType<typeof makeTvChannel>>
let beta: typeof alpha
let gamma: typeof alpha

beforeAll(async () => {
  db = connect()
  const groups = [group]
  alpha = await makeTvChannel(db, { name: 'Alpha TV', number: 7001, groups, ...stream('noordzee-1') }, [
    ['Alpha before', -60, 30],
    ['Alpha now', -30, 300],
    ['Alpha later', 270, 60],
  ])
  beta = await makeTvChannel(db, { name: 'Beta TV', number: 7002, groups, ...stream('nova') }, [['Beta now', -20, 300]])
  gamma = await makeTvChannel(db, { name: 'Gamma TV', number: 7003, groups, ...stream('atlas') }, [['Gamma now', -10, 300]])
})
afterAll(() => db.destroy())

/** Expects that after playing from a group's list, the next channels are those of the group. */
async function expectGroupPlaying(page: Page, language: 'en' | 'nl'): Promise<void> {
  const t = wordsOf(language)
  await page.getByRole('button', { name: t('list.choose') }).click()
  await page.getByText(group, { exact: true }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Alpha TV' }).getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await expectPlaying(page, 'Alpha now')
}

test('a vertical swipe switches channels where the player fills a phone in landscape', async () => {
  const page = await visit({ size: 'landscape', path: '/en/channels' })
  await expectGroupPlaying(page, 'en')
  // Waits for a neighbouring channel's button. Works while the controls are hidden.
  const waitForNeighbour = (name: string) => player(page).locator(`button[aria-label*="${name}"]`).first().waitFor({ state: 'attached' })
  await waitForNeighbour('Beta TV')
  const touch = await createFinger(page)
  const swipe = async (y: number, by: number, x = 150) => {
    await touch.pressAt({ x, y })
    await touch.by(6, by)
    await touch.up()
  }
  // Swipes also work where hidden controls are.
  await page.locator('[data-idle]').waitFor({ state: 'attached' })
  await swipe(250, -120, 420)
  await expectPlaying(page, 'Beta now')
  await waitForNeighbour('Alpha TV')
  await swipe(120, 120)
  await expectPlaying(page, 'Alpha now')
  // Short and diagonal swipes have no effect.
  await swipe(200, -30)
  await touch.pressAt({ x: 100, y: 200 })
  await touch.by(120, -100)
  await touch.up()
  await playing(page)
  await expect.poll(() => player(page).getAttribute('aria-label')).toContain('Alpha now')
})

test('a swipe leads on from a channel that does not play', async () => {
  const groups = ['Swipe test']
  await makeTvChannel(db, { name: 'Living TV', number: 7101, groups, ...stream('nova') }, [['Living now', -20, 300]])
  await makeTvChannel(db, { name: 'Dead TV', number: 7102, groups, stream_url: `${site.url}/media/demo/tv/none/live.m3u8` })
  const page = await visit({ path: '/en/channels', expected: /status of 404/ })
  await page.getByRole('button', { name: wordsOf('en')('list.choose') }).click()
  await page.getByText(groups[0]!, { exact: true }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Dead TV' }).getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: wordsOf('en')('live.watch') })
    .first()
    .click()
  // The next channel is known.
  await expect(page.getByRole('alert').getByRole('button', { name: 'Next', exact: true })).toAppear()
  const touch = await createFinger(page)
  const { x, y, width, height } = (await player(page).locator('[data-stage]').boundingBox())!
  await touch.pressAt({ x: x + width / 2 + 80, y: y + height / 2 })
  await touch.by(-160, 6)
  await touch.up()
  await expectPlaying(page, 'Living now')
})

test('a sideways swipe over the video of an upright phone switches channels', async () => {
  const page = await visit({ path: '/en/channels' })
  await expectGroupPlaying(page, 'en')
  const waitForNeighbour = (name: string) => player(page).locator(`button[aria-label*="${name}"]`).first().waitFor({ state: 'attached' })
  await waitForNeighbour('Beta TV')
  const touch = await createFinger(page)
  const swipe = async (right: number) => {
    const { x, y, width, height } = (await player(page).locator('[data-picture]').boundingBox())!
    await touch.pressAt({ x: x + width / 2 - right / 2, y: y + height / 2 })
    await touch.by(right, 6)
    await touch.up()
  }
  await swipe(-160)
  await expectPlaying(page, 'Beta now')
  await waitForNeighbour('Alpha TV')
  await swipe(160)
  await expectPlaying(page, 'Alpha now')
  expect(await player(page).getAttribute('aria-label')).toContain('Alpha now')
})

test.for([
  ['nl', 'phone'],
  ['en', 'desktop'],
] as const)('switching channels: %s, %s', async ([language, size]) => {
  const p = playerWordsOf(language)
  const page = await visit({ browserStorage: { fill_window: 'true' }, size, path: `/${language}/channels` })
  await expectGroupPlaying(page, language)
  const pages = await page.evaluate(() => history.length)
  const dialog = await player(page).elementHandle()
  const next = player(page).getByRole('button', {
    name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7002, name: 'Beta TV' }) }),
  })
  await expect(next).toAppear()

  // The button, with touch or mouse, shows the name at once, and changes the address.
  await showControls(page)
  await (size === 'phone' ? next.tap() : next.click())
  const banner = (id: string) => page.locator(`[data-zapped="${id}"]`)
  await expect(banner(beta.id)).toAppear()
  await expectPlaying(page, 'Beta now')
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/tiers?channel=${beta.id}&play=live`)
  await expect(
    page.getByRole('button', {
      name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7003, name: 'Gamma TV' }) }),
    }),
  ).toAppear()

  // By keyboard: the next channel, from the last to the first and back, and the previous channel.
  await page.keyboard.press('ArrowUp')
  await expectPlaying(page, 'Gamma now')
  await expect.poll(() => pathAndQuery(page)).toContain(gamma.id)
  await expect(
    page.getByRole('button', {
      name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7001, name: 'Alpha TV' }) }),
    }),
  ).toAppear()
  await page.keyboard.press('PageUp')
  await expectPlaying(page, 'Alpha now')
  await expect(
    page.getByRole('button', {
      name: p('player.previous', { title: textsIn(language).tvWatching('zap.named', { number: 7003, name: 'Gamma TV' }) }),
    }),
  ).toAppear()
  await page.keyboard.press('ArrowDown')
  await expectPlaying(page, 'Gamma now')
  await page.keyboard.press('Backspace')
  await expectPlaying(page, 'Alpha now')
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  // By number: after a pause, or at once with Enter. Then an unknown number.
  await page.keyboard.type('7002')
  await expect(page.locator('[data-typed]').getByText('7002')).toAppear()
  await expectPlaying(page, 'Beta now')
  await page.keyboard.type('7003')
  await page.keyboard.press('Enter')
  await expectPlaying(page, 'Gamma now')
  await page.keyboard.type('6999')
  await page.keyboard.press('Enter')
  await expect(page.getByText(textsIn(language).tvWatching('zap.unknown', { number: '6999' }))).toAppear()
  await expectPlaying(page, 'Gamma now')

  // All channels played in the same player and page, so that Back leads to where the user came from.
  expect(await dialog?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  await page.goBack()
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/tiers?channel=${alpha.id}`)
})
