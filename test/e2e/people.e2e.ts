import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import reportsEn from '#features/reports/locales/en.json' with { type: 'json' }
import reportsNl from '#features/reports/locales/nl.json' with { type: 'json' }
import { socialContract } from '#features/social/contract.ts'
import socialEn from '#features/social/locales/en.json' with { type: 'json' }
import { outcome } from '../channels.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoChannels, demoOperator, demoPerson, demoVideo, guest } from './demo.ts'
import { visitors } from './visitors.ts'
import { site } from './product.ts'

const visit = visitors()
const { url, dataDir } = site
const reportWords = (language: 'en' | 'nl') => translator<typeof reportsEn>(language === 'en' ? reportsEn : reportsNl, language)
const socialTexts = translator<typeof socialEn>(socialEn, 'en')
const t = reportWords('en')

/** Creates a public channel with a video. It is deleted when the test ends. */
async function makePublic(owner: string, name: string, onTestFinished: (done: () => Promise<void>) => void) {
  const { client } = await demoPerson(owner)
  const { id } = await client(channelsContract.createPlaylist, { body: { name, status_id: 3 } })
  const videos = [{ src: 'https://videos.example/1.mp4', title: `${name} one`, description: '', image: '' }]
  await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'Row', videos } })
  onTestFinished(async () => void (await client(channelsContract.deletePlaylist, { params: { id } })))
  return { id, client }
}

const nameOf = (page: Page) => page.getByRole('heading', { level: 1 })

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('a channel is reported from its menu: %s, %s', async ([language, size], { onTestFinished }) => {
  const say = reportWords(language)
  const name = `Reported ${language}`
  const { id } = await makePublic('noor', name, onTestFinished)
  const { browserStorage } = await demoPerson('rita')
  const page = await visit({ browserStorage, size, path: `/${language}/playlists?playlist=${id}` })
  await expect(page.getByRole('heading', { name, exact: true }).first()).toAppear()
  await page.getByRole('banner').locator('button[aria-haspopup="menu"]').last().click()
  await page.getByRole('menuitem', { name: say('action') }).click()
  const dialog = page.getByRole('dialog', { name: say('dialog.title', { name }) })
  await dialog.getByRole('radio', { name: say('type.spam') }).waitFor()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('radio', { name: say('other'), exact: true }).click()
  await dialog.getByRole('textbox').fill('This is mine')
  await dialog.getByRole('button', { name: say('dialog.submit') }).click()
  await expect(page.getByText(say('dialog.done')).first()).toAppear()
  expect(await dialog.count()).toBe(0)
})

test('an operator removes a reported video, its owner replies, it is restored', async ({ onTestFinished }) => {
  const { id, client: owner } = await makePublic('noor', 'Wrongly reported', onTestFinished)
  const stranger = await demoPerson('rita')
  await stranger.client(reportsContract.report, {
    body: {
      url: `${url}/en/playlists?playlist=${id}`,
      report_type_id: 9,
      reportable_type: 'playlist',
      reportable_id: id,
      message: 'No good',
    },
  })
  const boss = await demoOperator('otto')
  const page = await visit({ browserStorage: boss.browserStorage, size: 'desktop', path: '/en/operator/reports' })
  const card = page.getByRole('listitem').filter({ hasText: 'Wrongly reported' })
  await expect(card.getByText('No good')).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await card.getByRole('textbox', { name: t('operator.note') }).fill('Looked at')
  await card.getByRole('button', { name: t('operator.dismiss') }).click()
  await expect.poll(() => card.count()).toBe(0)
  await page.getByRole('radio', { name: t('operator.view.dismissed') }).click()
  await expect(card).toAppear()
  expect(await card.getByRole('textbox').inputValue()).toBe('Looked at')

  await card.getByRole('button', { name: t('operator.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('operator.remove') })
    .click()
  await expect.poll(() => outcome(stranger.client(channelsContract.getPlaylist, { params: { id } }))).toBe('404 not_found')
  const seen = await visit({ browserStorage: stranger.browserStorage, path: `/en/playlists?playlist=${id}`, expected: /404/ })
  await expect(nameOf(seen)).toAppear()
  expect(await seen.getByText('Wrongly reported').count()).toBe(0)

  const own = await visit({ browserStorage: (await demoPerson('noor')).browserStorage, path: `/en/my-playlists?playlist=${id}` })
  await own
    .getByRole('button', { name: `${t('removed.mark')}. ${t('removed.why')}` })
    .first()
    .click()
  const dialog = own.getByRole('dialog', { name: t('removed.title', { name: 'Wrongly reported' }) })
  await expect(dialog.getByText(t('removed.reason', { reason: t('other') }))).toAppear()
  expect(await axeViolationsInBothThemes(own)).toEqual([])
  await dialog.getByRole('textbox', { name: t('removed.answer') }).fill('It is my own film')
  await dialog.getByRole('button', { name: t('removed.send') }).click()
  await expect(own.getByText(t('removed.sent')).first()).toAppear()
  await own.goto('/en/settings?view=removed')
  await expect(own.getByRole('button', { name: t('removed.why_of', { name: 'Wrongly reported' }) })).toAppear()
  expect(await axeViolationsInBothThemes(own)).toEqual([])

  await page.getByRole('radio', { name: t('operator.view.answered') }).click()
  await page.reload()
  await page.getByRole('radio', { name: t('operator.view.answered') }).click()
  await expect(card.getByText('It is my own film')).toAppear()
  await card.getByRole('button', { name: t('operator.put_back') }).click()
  await expect.poll(() => outcome(guest(channelsContract.getPlaylist, { params: { id } }))).toBe('done')
  expect(await owner(reportsContract.listRemovals, {})).toEqual([])
})

test('users who are not operators get the not-found screen for reports', async () => {
  const { browserStorage } = await demoPerson('rita')
  const page = await visit({ browserStorage, path: '/en/operator/reports' })
  await expect(page.getByRole('heading', { name: '404 not found' }).first()).toAppear()
})

test('lists favourites on the home and on their page, and undoes a removal', { tags: ['journey'] }, async () => {
  const { browserStorage, client } = await demoPerson('otto')
  const [channel] = await demoChannels()
  const videos = channel!.series.flatMap((item) => item.videos).slice(0, 3)
  for (const { id } of videos) await client(socialContract.like, { body: { liked_type: 'video', liked_id: id } })
  const page = await visit({ browserStorage, path: '/en/my-playlists' })
  const row = page.getByRole('link', { name: socialTexts('favorites.title') })
  await row.scrollIntoViewIfNeeded()
  await row.click()
  await page.waitForURL('**/en/favorites')
  const list = page.getByRole('list', { name: socialTexts('favorites.title') })
  await expect(list.getByRole('link', { name: videos[2]!.title })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const heart = list.getByRole('button', { name: socialTexts('like.remove_of', { title: videos[2]!.title }) })
  await heart.click()
  await expect.poll(() => heart.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem').first()).toAppear()
  await expect.poll(() => heart.count()).toBe(1)
  await heart.click()
  await expect.poll(() => heart.count()).toBe(0)
  const liked = async () => (await client(socialContract.listFavorites, { query: {} })).data.map(({ id }) => id)
  await expect.poll(liked).not.toContain(videos[2]!.id)
  expect(await liked()).toEqual(expect.arrayContaining([videos[0]!.id, videos[1]!.id]))
})

test('a video is shared with followers from the share dialog', async () => {
  const { browserStorage, client } = await demoPerson('otto')
  const { channel, video } = await demoVideo(/\/aurora\/index\.m3u8$/)
  const page = await visit({ browserStorage, path: `/en/playlists?playlist=${channel.id}` })
  await page.locator(`[data-card="${video.id}"]`).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Direct share' }).click()
  await expect(page.getByText(`You shared “${video.title}” with your followers`).first()).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const { directPublish } = await client(channelsContract.listMyPlaylists, {})
  const { series } = await client(channelsContract.getPlaylist, { params: { id: directPublish.id } })
  expect(series[0]!.videos[0]!.copied_video_id).toBe(video.id)
})

test('a guest presses Subscribe, logs in, returns and follows it', { tags: ['journey'] }, async ({ onTestFinished }) => {
  const { id } = await makePublic('noor', 'Wanted', onTestFinished)
  const { client } = await demoPerson('iris')
  const page = await visit({ path: `/en/playlists?playlist=${id}` })
  await page.getByRole('button', { name: socialTexts('follow.add_to', { name: 'Wanted' }) }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email or username').fill('demo.iris')
  const [, password = ''] = /demo\.iris\s+(\S+)/.exec(readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8'))!
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`**/en/playlists?playlist=${id}`)
  await expect(page.getByRole('button', { name: socialTexts('follow.remove_from', { name: 'Wanted' }) })).toAppear()
  await expect.poll(async () => (await client(channelsContract.getPlaylist, { params: { id } })).is_followed).toBe(true)
})

test('a notification shows within two seconds: the count goes up, and is announced', async ({ onTestFinished }) => {
  const channels: string[] = []
  for (const name of ['Told of', 'Told of too', 'Told of last']) channels.push((await makePublic('noor', name, onTestFinished)).id)
  const { browserStorage } = await demoPerson('noor')
  const follower = await demoPerson('rita')
  const page = await visit({ browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' }, size: 'desktop' })
  const connected = page.waitForResponse((response) => response.url().includes('/api/events') && response.ok())
  await page.goto('/en/my-playlists')
  await connected
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toAppear()
  const tookMs: number[] = []
  for (const id of channels) {
    const before = await bell.getAttribute('aria-label')
    const startedMs = Date.now()
    await follower.client(socialContract.follow, { body: { following_type: 'playlist', following_id: id } })
    await expect.poll(() => bell.getAttribute('aria-label')).not.toBe(before)
    tookMs.push(Date.now() - startedMs)
  }
  // Checks the shortest time, because a busy machine may be late once, but a real delay occurs each time.
  expect(Math.min(...tookMs), 'ms until it was shown').toBeLessThan(2000)
  expect(await bell.getAttribute('aria-label')).toMatch(/\d+ unread/)
  await expect(page.locator('[aria-live], [role="status"], output').filter({ hasText: 'Told of' }).first()).toAppear()
})
