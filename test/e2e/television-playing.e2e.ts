import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import enPlayer from '#features/player/locales/en.json' with { type: 'json' }
import nlPlayer from '#features/player/locales/nl.json' with { type: 'json' }
import { makeTvChannel } from '../television.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, guest } from './demo.ts'
import { createFinger } from './gestures.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { connect, site } from './product.ts'
import { textsIn } from './words.ts'

const visit = visitors()
const { url } = site
const wordsOf = (language: 'en' | 'nl') => translator<typeof en>(language === 'en' ? en : nl, language)
const playerWordsOf = (language: 'en' | 'nl') => translator<typeof enPlayer>(language === 'en' ? enPlayer : nlPlayer, language)

const group = 'Zapping test'
/** Addresses of the demonstration's streams, which follow the clock: live and archive. */
const stream = (key: string, ending: 'm3u8' | 'mpd' = 'm3u8') => ({
  stream_url: `${url}/media/demo/tv/${key}/live.${ending}`,
  catchup_mode: 'default',
  catchup_source: `${url}/media/demo/tv/${key}/{utc}-{duration}.${ending}`,
  catchup_days: 7,
})
let db: Db
let alpha: Awaited<ReturnType<typeof makeTvChannel>>
let beta: typeof alpha
let gamma: typeof alpha
let radio: typeof alpha
let dash: typeof alpha

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

const media = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLMediaElement>('video, audio')
    const { seekable } = element ?? {}
    return {
      seconds: element?.currentTime ?? -1,
      isPaused: element?.paused ?? true,
      start: seekable?.length ? seekable.start(0) : 0,
      end: seekable?.length ? seekable.end(seekable.length - 1) : 0,
    }
  })
/** Waits until the media itself plays. */
async function playing(page: Page): Promise<void> {
  await expect.poll(() => media(page)).toMatchObject({ isPaused: false })
  const before = (await media(page)).seconds
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(Math.max(0, before) + 0.3)
}
const filmCard = (page: Page, title: RegExp) => page.locator('[data-card] > a').filter({ hasText: title })
const player = (page: Page) => page.getByRole('dialog')
/** Expects the player to play this title. */
const plays = async (page: Page, title: string) => {
  await expect.poll(() => player(page).getAttribute('aria-label')).toContain(title)
  await playing(page)
}
/** Moves the mouse over the video: hidden bars come back. */
const wake = (page: Page) => page.mouse.move(200 + Math.round(Math.random() * 50), 300)

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('plays live, behind live, from the start and on demand: %s, %s', async ([language, size]) => {
  const [t, p] = [wordsOf(language), playerWordsOf(language)]
  const { stored, client } = await demoPerson('rita')
  const page = await visit({ stored: { ...stored, fill_window: 'true' }, size, path: `/${language}/tiers?channel=${alpha.id}` })

  // Live at its edge; then behind it, and back.
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await plays(page, 'Alpha now')
  await expect(player(page).getByText('Alpha TV').first()).toAppear()
  await expect(player(page).getByText('Alpha later')).toAppear()
  const { seconds, end } = await media(page)
  expect(end - seconds).toBeLessThan(30)
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowLeft')
  await wake(page)
  await player(page)
    .getByRole('button', { name: p('player.goLive') })
    .click()
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  await playing(page)

  // The current programme from its start, half an hour back; then live again in the same player.
  await wake(page)
  await player(page)
    .getByRole('link', { name: t('live.start_over') })
    .click()
  await page.waitForURL(`**/${language}/tiers?channel=${alpha.id}&play=${alpha.programmes[1]}`)
  await expect(player(page).getByRole('link', { name: textsIn(language).tvWatching('live.to_live') })).toAppear()
  await expect.poll(async () => (await media(page)).end).toBeGreaterThan(60)
  await playing(page)
  expect((await media(page)).seconds).toBeLessThan(30)
  await wake(page)
  await player(page)
    .getByRole('link', { name: textsIn(language).tvWatching('live.to_live') })
    .click()
  await page.waitForURL(`**/${language}/tiers?channel=${alpha.id}&play=live`)
  await playing(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => player(page).count()).toBe(0)

  // A past programme from its sheet, half watched and then continued.
  await page.goto(`/${language}/tiers?channel=${alpha.id}&epgId=${alpha.programmes[0]}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('live.catch_up') })
    .click()
  await plays(page, 'Alpha before')
  await page.keyboard.press('l')
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(29)
  await playing(page)
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await client(watchingContract.listPositions, { query: { ids: alpha.programmes[0]! } })).data[0]?.position)
    .toBeGreaterThan(29)

  // On demand: a stream and a file. Each counts a view of its channel, which ends with the player.
  await page.goto(`/${language}/channels?channel=${alpha.id}`)
  const told = (call: 'start' | 'end') => page.waitForResponse((answer) => answer.url().endsWith(`/api/view/${call}`) && answer.ok())
  const viewed = page.waitForRequest((request) => request.url().endsWith('/api/view'))
  let begun = told('start')
  await filmCard(page, /A film/).click()
  await plays(page, 'A film')
  expect((await viewed).postDataJSON()).toEqual({ viewable_type: 'channel', viewable_id: alpha.id, source: 'direct' })
  await begun
  let ended = told('end')
  begun = told('start')
  await page.keyboard.press('n')
  await plays(page, 'Another film')
  await Promise.all([ended, begun])
  ended = told('end')
  await page.keyboard.press('Escape')
  await ended
})

test.for([
  ['nl', 'phone'],
  ['en', 'desktop'],
] as const)('by DASH too: live, behind it and back, from the start, afterwards, in both languages: %s, %s', async ([language, size]) => {
  const [t, p] = [wordsOf(language), playerWordsOf(language)]
  const page = await visit({ stored: { fill_window: 'true' }, size, path: `/${language}/tiers?channel=${dash.id}` })
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await plays(page, 'Twice now')
  const live = await media(page)
  expect(live.end - live.seconds).toBeLessThan(30)
  expect(Math.abs(live.end - live.start - 1800)).toBeLessThan(30)
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => live.seconds - (await media(page)).seconds).toBeGreaterThan(30)
  await playing(page)
  await wake(page)
  await player(page)
    .getByRole('button', { name: p('player.goLive') })
    .click()
  await expect(player(page).getByRole('button', { name: p('player.atLive'), exact: true })).toAppear()
  await playing(page)

  await choosesVoice(page, language)

  await wake(page)
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
  await plays(page, 'Twice before')
  await page.keyboard.press('l')
  await expect.poll(async () => (await media(page)).seconds).toBeGreaterThan(10)
  await playing(page)
})

/** Returns which of the two audio tracks loads now. */
const voiceOf = (page: Page) =>
  page.evaluate(() => {
    const parts = performance.getEntriesByType('resource').map(({ name }) => /\/(nl|en)\/\d+\.m4s/.exec(name)?.[1])
    return parts.findLast(Boolean)
  })
/** Expects Dutch, and English once that is chosen. */
async function choosesVoice(page: Page, language: 'en' | 'nl') {
  const p = playerWordsOf(language)
  expect(await voiceOf(page)).toBe('nl')
  await wake(page)
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
  const page = await visit({ stored: { fill_window: 'true' }, size: 'desktop', path: `/en/channels?channel=${dash.id}` })
  await filmCard(page, /Two voices/).click()
  await plays(page, 'Two voices')
  await choosesVoice(page, 'en')
  await page.goto(`/en/tiers?channel=${dash.id}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: wordsOf('en')('live.watch') })
    .first()
    .click()
  await plays(page, 'Twice now')
  await expect.poll(() => voiceOf(page)).toBe('en')
})

/** Plays from the list of a group, whose neighbours then apply. */
async function playsInItsGroup(page: Page, language: 'en' | 'nl'): Promise<void> {
  const t = wordsOf(language)
  await page.getByRole('button', { name: t('list.choose') }).click()
  await page.getByText(group, { exact: true }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Alpha TV' }).getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live.watch') })
    .first()
    .click()
  await plays(page, 'Alpha now')
}

test('a vertical swipe switches channels where the player fills a phone in landscape', async () => {
  const page = await visit({ size: 'landscape', path: '/en/channels' })
  await playsInItsGroup(page, 'en')
  // Works while the bars are hidden.
  const beside = (name: string) => player(page).locator(`button[aria-label*="${name}"]`).first().waitFor({ state: 'attached' })
  await beside('Beta TV')
  const touch = await createFinger(page)
  const swipe = async (y: number, by: number, x = 150) => {
    await touch.downAt({ x, y })
    await touch.by(6, by)
    await touch.up()
  }
  // Also where the hidden bars were.
  await page.locator('[data-idle]').waitFor({ state: 'attached' })
  await swipe(250, -120, 420)
  await plays(page, 'Beta now')
  await beside('Alpha TV')
  await swipe(120, 120)
  await plays(page, 'Alpha now')
  // Short and diagonal swipes do nothing.
  await swipe(200, -30)
  await touch.downAt({ x: 100, y: 200 })
  await touch.by(120, -100)
  await touch.up()
  await playing(page)
  await expect.poll(() => player(page).getAttribute('aria-label')).toContain('Alpha now')
})

test('a sideways swipe over the video of an upright phone switches channels', async () => {
  const page = await visit({ path: '/en/channels' })
  await playsInItsGroup(page, 'en')
  const beside = (name: string) => player(page).locator(`button[aria-label*="${name}"]`).first().waitFor({ state: 'attached' })
  await beside('Beta TV')
  const touch = await createFinger(page)
  const swipe = async (right: number) => {
    const { x, y, width, height } = (await player(page).locator('[data-picture]').boundingBox())!
    await touch.downAt({ x: x + width / 2 - right / 2, y: y + height / 2 })
    await touch.by(right, 6)
    await touch.up()
  }
  await swipe(-160)
  await plays(page, 'Beta now')
  await beside('Alpha TV')
  await swipe(160)
  await plays(page, 'Alpha now')
  expect(await player(page).getAttribute('aria-label')).toContain('Alpha now')
})

test.for([
  ['nl', 'phone'],
  ['en', 'desktop'],
] as const)('switching channels: %s, %s', async ([language, size]) => {
  const p = playerWordsOf(language)
  const page = await visit({ stored: { fill_window: 'true' }, size, path: `/${language}/channels` })
  await playsInItsGroup(page, language)
  const pages = await page.evaluate(() => history.length)
  const dialog = await player(page).elementHandle()
  const next = player(page).getByRole('button', {
    name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7002, name: 'Beta TV' }) }),
  })
  await expect(next).toAppear()

  // By button, with touch or mouse: shows its name immediately, and changes the address.
  await wake(page)
  await (size === 'phone' ? next.tap() : next.click())
  const banner = (id: string) => page.locator(`[data-zapped="${id}"]`)
  await expect(banner(beta.id)).toAppear()
  await plays(page, 'Beta now')
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/tiers?channel=${beta.id}&play=live`)
  await expect(
    page.getByRole('button', {
      name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7003, name: 'Gamma TV' }) }),
    }),
  ).toAppear()

  // By keyboard: next, from the last to the first and back, and to the previous channel.
  await page.keyboard.press('ArrowUp')
  await plays(page, 'Gamma now')
  await expect.poll(() => pathAndQuery(page)).toContain(gamma.id)
  await expect(
    page.getByRole('button', {
      name: p('player.next', { title: textsIn(language).tvWatching('zap.named', { number: 7001, name: 'Alpha TV' }) }),
    }),
  ).toAppear()
  await page.keyboard.press('PageUp')
  await plays(page, 'Alpha now')
  await expect(
    page.getByRole('button', {
      name: p('player.previous', { title: textsIn(language).tvWatching('zap.named', { number: 7003, name: 'Gamma TV' }) }),
    }),
  ).toAppear()
  await page.keyboard.press('ArrowDown')
  await plays(page, 'Gamma now')
  await page.keyboard.press('Backspace')
  await plays(page, 'Alpha now')
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  // By number: after a pause, immediately with Enter; and an unknown number.
  await page.keyboard.type('7002')
  await expect(page.locator('[data-typed]').getByText('7002')).toAppear()
  await plays(page, 'Beta now')
  await page.keyboard.type('7003')
  await page.keyboard.press('Enter')
  await plays(page, 'Gamma now')
  await page.keyboard.type('6999')
  await page.keyboard.press('Enter')
  await expect(page.getByText(textsIn(language).tvWatching('zap.unknown', { number: '6999' }))).toAppear()
  await plays(page, 'Gamma now')

  // All in one player and page: Back leads to where the user came from.
  expect(await dialog?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  await page.goBack()
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/tiers?channel=${alpha.id}`)
})

test('a radio station shows its picture', async () => {
  const page = await visit({ path: `/en/tiers?channel=${radio.id}` })
  await page
    .getByRole('main')
    .getByRole('link', { name: wordsOf('en')('live.watch') })
    .first()
    .click()
  await plays(page, 'Waves')
  await expect(page.locator('[data-stage][data-sound]')).toAppear()
  expect(await page.locator('[data-stage] video').evaluate((video) => getComputedStyle(video).opacity)).toBe('0')
})

test(
  'while watching, the programme changes without another stream, views are counted, and a reminder appears',
  { tags: ['slow'], timeout: 240_000 },
  async () => {
    const t = wordsOf('en')
    // The first one ends at a full minute, late enough for the page to show it before.
    const endsIn = new Date().getSeconds() < 30 ? 1 : 2
    const changing = await makeTvChannel(db, { name: 'Changing TV', groups: ['Changing test'], ...stream('traag') }, [
      ['Ends soon', -10, 10 + endsIn],
      ['Comes then', endsIn, 60],
      ['To be told', endsIn + 60, 30],
    ])
    const soon = await makeTvChannel(db, { name: 'Soon TV', groups: ['Changing test'], ...stream('traag') }, [
      ['Begins in a moment', 4, 30],
    ])
    const { stored, client } = await demoPerson('yusuf')
    await client(guideContract.createReminder, { body: { epg_id: soon.programmes[0]!, channel_id: soon.id } })
    const page = await visit({ stored, size: 'desktop', path: `/en/tiers?channel=${changing.id}` })
    const ended: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/view/end') && ended.push(request.url()))
    const started = page.waitForRequest((request) => request.url().endsWith('/api/view/start'))
    await page
      .getByRole('main')
      .getByRole('link', { name: t('live.watch') })
      .first()
      .click()
    await plays(page, 'Ends soon')
    await started
    const element = await page.locator('video').elementHandle()
    const source = await element?.evaluate((video) => (video as HTMLVideoElement).currentSrc)

    await expect.poll(() => player(page).getAttribute('aria-label'), { timeout: 120_000, interval: 500 }).toContain('Comes then')
    await playing(page)
    expect(await element?.evaluate((video) => [video.isConnected, (video as HTMLVideoElement).currentSrc])).toEqual([true, source])
    expect(ended).toEqual([])

    await page.keyboard.press('Escape')
    await expect.poll(() => ended.length).toBe(1)
    const reminded = async () =>
      (await client(guideContract.listReminders, { query: {} })).find(({ epg_id: id }) => id === soon.programmes[0])
    await expect.poll(async () => (await reminded())?.state, { timeout: 90_000, interval: 1000 }).toBe('told')
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await expect(page.getByText(/Begins in a moment/).first()).toAppear()
    expect((await guest(tvWatchingContract.getTvChannel, { params: { id: changing.id } })).now?.title).toBe('Comes then')
  },
)
