import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { makeTvChannel } from '../television.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson } from './demo.ts'
import { connect, site } from './product.ts'
import { media, player, playerWordsOf, playing, expectPlaying, stream, showControls, wordsOf } from './tv-player.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const { url } = site
let db: Db
let alpha: Awaited<ReturnType<typeof makeTvChannel>>
let radio: typeof alpha
let dash: typeof alpha

beforeAll(async () => {
  db = connect()
  alpha = await makeTvChannel(db, { name: 'Alpha TV', number: 7001, groups: ['HLS test'], ...stream('noordzee-1') }, [
    ['Alpha before', -60, 30],
    ['Alpha now', -30, 300],
    ['Alpha later', 270, 60],
  ])
  radio = await makeTvChannel(db, { name: 'Delta Radio', groups: ['Radio test'], ...stream('havenradio') }, [['Waves', -10, 300]])
  await db.updateTable('tv_channel').set({ kind: 'radio' }).where('id', '=', radio.id).execute()
  dash = await makeTvChannel(db, { name: 'Twice TV', groups: ['DASH test'], ...stream('tweeklank', 'mpd') }, [
    ['Twice before', -60, 30],
    ['Twice now', -30, 300],
  ])
  const film = { channel_id: alpha.id, poster_url: null, group: 'Films' }
  await db
    .insertInto('tv_item')
    .values([
      { ...film, title: 'A film', url: `${url}/media/demo/aurora/index.m3u8`, position: 1, hash: 1 },
      { ...film, channel_id: dash.id, title: 'Two voices', url: `${url}/media/demo/two-voices/index.m3u8`, position: 1, hash: 1 },
      { ...film, title: 'Another film', url: `${url}/media/demo/night-train.mp4`, position: 2, hash: 2 },
    ])
    .execute()
})
afterAll(() => db.destroy())

const filmCard = (page: Page, title: RegExp) => page.locator('[data-card] > a').filter({ hasText: title })

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('plays live, behind live, from the start and on demand: %s, %s', async ([language, size]) => {
  const [t, p] = [wordsOf(language), playerWordsOf(language)]
  const { browserStorage, client } = await demoPerson('rita')
  const page = await visit({
    browserStorage: { ...browserStorage, fill_window: 'true' },
    size,
    path: `/${language}/tiers?channel=${alpha.id}`,
  })

  // Plays live, then behind the live edge, and returns to live.
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await expectPlaying(page, 'Alpha now')
  await expect(player(page).getByText('Alpha TV').first()).toAppear()
  await expect(player(page).getByText('Alpha later')).toAppear()
  const { seconds, end } = await media(page)
  expect(end - seconds).toBeLessThan(30)
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowLeft')
  await showControls(page)
  await player(page)
    .getByRole('button', { name: p('player.goLive') })
    .click()
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  await playing(page)

  // Plays the current programme from its start, half an hour back, then live again in the same player.
  await showControls(page)
  await player(page)
    .getByRole('link', { name: t('live.start_over') })
    .click()
  await page.waitForURL(`**/${language}/tiers?channel=${alpha.id}&play=${alpha.programmes[1]}`)
  await expect(player(page).getByRole('link', { name: textsIn(language).tvWatching('live.to_live') })).toAppear()
  await expect.poll(async () => (await media(page)).end).toBeGreaterThan(60)
  await playing(page)
  expect((await media(page)).seconds).toBeLessThan(30)
  await showControls(page)
  await player(page)
    .getByRole('link', { name: textsIn(language).tvWatching('live.to_live') })
    .click()
  await page.waitForURL(`**/${language}/tiers?channel=${alpha.id}&play=live`)
  await playing(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => player(page).count()).toBe(0)

  // Opens a past programme from its sheet, plays it up to the middle, and continues later.
  await page.goto(`/${language}/tiers?channel=${alpha.id}&epgId=${alpha.programmes[0]}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('live.catch_up') })
    .click()
  await expectPlaying(page, 'Alpha before')
  await page.keyboard.press('l')
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(29)
  await playing(page)
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await client(watchingContract.listPositions, { query: { ids: alpha.programmes[0]! } })).data[0]?.position)
    .toBeGreaterThan(29)

  // Plays a stream and a file on demand. Each counts a view of its channel, and the view ends with the player.
  await page.goto(`/${language}/channels?channel=${alpha.id}`)
  const viewResponse = (call: 'start' | 'end') =>
    page.waitForResponse((response) => response.url().endsWith(`/api/view/${call}`) && response.ok())
  const viewed = page.waitForRequest((request) => request.url().endsWith('/api/view'))
  let begun = viewResponse('start')
  await filmCard(page, /A film/).click()
  await expectPlaying(page, 'A film')
  expect((await viewed).postDataJSON()).toEqual({ viewable_type: 'channel', viewable_id: alpha.id, source: 'direct' })
  await begun
  let ended = viewResponse('end')
  begun = viewResponse('start')
  await page.keyboard.press('n')
  await expectPlaying(page, 'Another film')
  await Promise.all([ended, begun])
  ended = viewResponse('end')
  await page.keyboard.press('Escape')
  await ended
})

test.for([
  ['nl', 'phone'],
  ['en', 'desktop'],
] as const)('DASH plays live, behind live, from the start and past programmes, in both languages: %s, %s', async ([language, size]) => {
  const [t, p] = [wordsOf(language), playerWordsOf(language)]
  const page = await visit({ browserStorage: { fill_window: 'true' }, size, path: `/${language}/tiers?channel=${dash.id}` })
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await expectPlaying(page, 'Twice now')
  const live = await media(page)
  expect(live.end - live.seconds).toBeLessThan(30)
  expect(Math.abs(live.end - live.start - 1800)).toBeLessThan(30)
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => live.seconds - (await media(page)).seconds).toBeGreaterThan(30)
  await playing(page)
  await showControls(page)
  await player(page)
    .getByRole('button', { name: p('player.goLive') })
    .click()
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  await playing(page)

  await expectVoiceChoice(page, language)

  await showControls(page)
  await player(page)
    .getByRole('link', { name: t('live.start_over') })
    .click()
  await expect(player(page).getByRole('link', { name: textsIn(language).tvWatching('live.to_live') })).toAppear()
  await expect
    .poll(async () => {
      const { start, end, seconds } = await media(page)
      return end - start > 60 && seconds - start < 30
    })
    .toBe(true)
  await playing(page)
  const begun = await media(page)
  expect(begun.seconds - begun.start).toBeLessThan(30)
  await page.keyboard.press('Escape')

  await page.goto(`/${language}/tiers?channel=${dash.id}&epgId=${dash.programmes[0]}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('live.catch_up') })
    .click()
  await expectPlaying(page, 'Twice before')
  await page.keyboard.press('l')
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(10)
  await playing(page)
})

/** Returns the language of the audio track that loads now. */
const voiceOf = (page: Page) =>
  page.evaluate(() => {
    const parts = performance.getEntriesByType('resource').map(({ name }) => /\/(nl|en)\/\d+\.m4s/.exec(name)?.[1])
    return parts.findLast(Boolean)
  })
/** Expects that a stream plays Dutch audio, and English audio after the user has chosen English. */
async function expectVoiceChoice(page: Page, language: 'en' | 'nl') {
  const p = playerWordsOf(language)
  expect(await voiceOf(page)).toBe('nl')
  await showControls(page)
  const dutch = '(?:Dutch|Nederlands)'
  const english = '(?:Engels|English)'
  const button = (name: string) => player(page).getByRole('button', { name: new RegExp(p('player.audioOf', { language: '' }) + name, 'i') })
  await button(dutch).click()
  await page.getByRole('menuitemradio', { name: new RegExp(english, 'i') }).click()
  await expect.poll(() => voiceOf(page)).toBe('en')
  await expect(button(english)).toAppear()
  await playing(page)
}

test('the chosen audio language also applies to the next item, if it has it', async () => {
  const page = await visit({ browserStorage: { fill_window: 'true' }, size: 'desktop', path: `/en/channels?channel=${dash.id}` })
  await filmCard(page, /Two voices/).click()
  await expectPlaying(page, 'Two voices')
  await expectVoiceChoice(page, 'en')
  await page.goto(`/en/tiers?channel=${dash.id}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: wordsOf('en')('live.watch') })
    .first()
    .click()
  await expectPlaying(page, 'Twice now')
  await expect.poll(() => voiceOf(page)).toBe('en')
})

test('a radio station shows its picture', async () => {
  const page = await visit({ path: `/en/tiers?channel=${radio.id}` })
  await page
    .getByRole('main')
    .getByRole('link', { name: wordsOf('en')('live.watch') })
    .first()
    .click()
  await expectPlaying(page, 'Waves')
  await expect(page.locator('[data-stage][data-sound]')).toAppear()
  expect(await page.locator('[data-stage] video').evaluate((video) => getComputedStyle(video).opacity)).toBe('0')
})
