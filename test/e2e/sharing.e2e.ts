import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { channelsContract, type Playlist, type Video } from '#features/channels/contract.ts'
import { axeViolations, axeViolationsInBothThemes } from './axe.ts'
import { demoChannels, demoPerson } from './demo.ts'
import { seconds } from './playing.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { site } from './product.ts'

const visit = visitors()
const { url } = site
/** Maximum bytes of scripts and styles before playback, gzipped. */
const embedBudget = 12_000

/** Returns a public video that our own player can play. */
async function ownVideo(): Promise<{ channel: Playlist; video: Video }> {
  for (const channel of await demoChannels())
    // Leaves out the banner, which has no cards.
    for (const video of channel.series.filter(({ type }) => type !== 'header').flatMap(({ videos }) => videos))
      if (video.kind === 'file' && video.src?.startsWith('/media/demo/')) return { channel, video }
  throw new Error('The demonstration has no such video')
}

/** Starts another site that embeds our player. */
async function startOtherSite(frame: string, onTestFinished: (end: () => void) => void): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Other</title>${frame}`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('plays an embedded video on another site, and stores nothing', { tags: ['journey'] }, async ({ onTestFinished }) => {
  const { video } = await ownVideo()
  const address = await startOtherSite(
    `<iframe src="${url}/embed/${video.id}?t=2" width="640" height="360" allow="autoplay"></iframe>`,
    onTestFinished,
  )
  const page = await visit({ size: 'desktop' })
  const sizes: number[] = []
  const sent: string[] = []
  page.on('request', (request) => void request.allHeaders().then((headers) => headers['cookie'] && sent.push(request.url())))
  const views: unknown[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/view')) views.push([response.status(), response.request().postDataJSON()])
    if (/\/assets\/embed\//.test(response.url())) sizes.push(gzipSync(await response.body().catch(() => Buffer.alloc(0))).length)
  })
  await page.goto(address)
  const framed = page.frameLocator('iframe')
  const button = framed.getByRole('button', { name: `Play ${video.title}` })
  await expect(button).toAppear()
  await expect.poll(() => sizes.length).toBeGreaterThanOrEqual(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(embedBudget)
  await button.focus()
  await page.keyboard.press('Enter')
  const media = framed.locator('video')
  const time = () => media.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(time).toBeGreaterThan(2.3)
  const source = `embed:${new URL(address).host}`
  await expect.poll(() => views).toEqual([[200, { viewable_type: 'video', viewable_id: video.id, source }]])
  await expect(framed.getByRole('link', { name: 'Watch on Choice' })).toAppear()
  const [, frame] = page.frames()
  const storedData = await frame!.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])
  expect(storedData).toEqual(['', 0, 0])
  expect(await page.context().cookies()).toEqual([])
  expect(sent).toEqual([])
})

test('an embedded channel that becomes private says so at the next video', async ({ onTestFinished }) => {
  const { client } = await demoPerson('noor')
  const { id } = await client(channelsContract.createPlaylist, { body: { name: `Framed ${Date.now()}`, status_id: 3 } })
  onTestFinished(async () => {
    await client(channelsContract.deletePlaylist, { params: { id } })
  })
  const videos = ['one', 'two'].map((title) => ({ src: `${site.fixturesUrl}/clips/low-tide.mp4?${title}`, title }))
  await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'First', videos } })
  const address = await startOtherSite(`<iframe src="${url}/embed/channel/${id}" allow="autoplay"></iframe>`, onTestFinished)
  const page = await visit({ expected: /status of 404/ })
  await page.goto(address)
  const framed = page.frameLocator('iframe')
  await framed.getByRole('button', { name: 'Play one' }).click()
  await expect.poll(() => framed.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0)
  await client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: 1 } })
  await framed.getByRole('list').getByRole('button', { name: 'two' }).click()
  await expect(framed.getByRole('heading', { name: 'This can’t be watched here.' })).toAppear()
})

test('other pages can not be framed', async ({ onTestFinished }) => {
  const address = await startOtherSite(`<iframe src="${url}/en/"></iframe>`, onTestFinished)
  const page = await visit({ expected: /frame-ancestors|Refused to frame|Framing/ })
  await page.goto(address)
  await expect.poll(() => page.frames()[1]?.url() ?? '').toMatch(/chrome-error|about:blank|^$/)
})

test('a channel plays its list, at 320 px too, without axe violations', async () => {
  const { channel } = await ownVideo()
  const page = await visit({ path: `/embed/channel/${channel.id}?lang=nl` })
  await page.setViewportSize({ width: 320, height: 480 })
  await expect(page.getByRole('link', { name: 'Bekijk op Choice' })).toAppear()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await axeViolations(page)).toEqual([])
  const rows = page.getByRole('list').getByRole('button')
  await rows.last().click()
  await expect.poll(() => rows.last().getAttribute('aria-current')).toBe('true')
})

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)(
  'the share dialog, %s on a %s: a start time, a link that plays from there, a QR code and embed code',
  async ([language, size]) => {
    const { sharing: t, channels } = textsIn(language)
    const { channel, video } = await ownVideo()
    const { browserStorage } = await demoPerson('noor')
    const page = await visit({
      path: `/${language}/playlists?playlist=${channel.id}`,
      size,
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: channels('share.name'), exact: true }).click()
    const channelDialog = page.getByRole('dialog', { name: t('share.title.playlist') })
    await expect(channelDialog).toAppear()
    await channelDialog.getByRole('button', { name: t('share.qr') }).click()
    await expect(channelDialog.getByRole('img', { name: t('share.qr_label') })).toAppear()
    await channelDialog.getByRole('button', { name: t('share.embed') }).click()
    expect(await channelDialog.getByLabel(t('share.embed_label')).inputValue()).toContain(`/embed/channel/${channel.id}`)
    const whatsAppLink = channelDialog.getByRole('link', { name: 'WhatsApp' })
    expect(await whatsAppLink.getAttribute('href')).toContain(encodeURIComponent(channel.slug ?? channel.id))
    expect(await whatsAppLink.getAttribute('rel')).toBe('noopener noreferrer')
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(channelDialog).toDisappear()

    await page.locator(`[data-card] > a[href*="${video.id}"]`).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: channels('share.name'), exact: true }).click()
    const videoDialog = page.getByRole('dialog', { name: t('share.title.video') })
    const start = videoDialog.getByLabel(t('share.start'), { exact: true })
    await start.fill('soon')
    await expect(videoDialog.getByText(t('share.start_wrong'))).toAppear()
    await start.fill('0:03')
    await videoDialog.getByRole('button', { name: t('share.copy') }).click()
    await expect(videoDialog.getByRole('button', { name: t('share.copied') })).toAppear()
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(shared).toMatch(new RegExp(`/${language}/playlists\\?playlist=${channel.id}&serie=\\w+&play=${video.id}&t=3$`))

    const guest = await visit({ path: shared, size })
    await guest
      .getByRole('button', { name: /^(Play|Afspelen)/ })
      .first()
      .click()
    await expect(guest).toPlay()
    expect(await seconds(guest)).toBeGreaterThanOrEqual(3)
  },
)
