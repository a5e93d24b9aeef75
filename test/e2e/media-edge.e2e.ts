import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { makeFolder } from '#test/folders.ts'
import { waitForPlaying } from './playing.ts'
import { restartProduct, site } from './product.ts'
import { newUploader, sendFilm } from './uploading.ts'
import { visitors } from './visitors.ts'

// Public media come from this other origin. Policies, CORS and the players must allow it.

const cdn = 'https://cdn.choice.test'
const visit = visitors()
const folder = makeFolder('choice-films')
const hasFfmpeg = (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, 'ffprobe')))

let channelId: string
let videoId: string
beforeAll(async () => {
  if (!hasFfmpeg) return
  await restartProduct('media-edge', { MEDIA_URL: cdn })
  const someone = await newUploader()
  const { client } = someone
  channelId = (await client(channelsContract.createPlaylist, { body: { name: 'Films', status_id: status.public } })).id
  const { id: seriesId } = await client(channelsContract.createSeries, { body: { playlist_id: channelId, name: 'First' } })
  const path = join(folder, 'Film.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=5:duration=20']
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...source,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '5',
    '-pix_fmt',
    'yuv420p',
    path,
  ])
  videoId = (await sendFilm(someone, seriesId, path)).videoId
  const text = 'WEBVTT\n\n00:00.000 --> 00:19.000\nA caption'
  await client(uploadsContract.addCaptions, { params: { id: videoId }, body: { language: 'en', text } })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Opens a page with a fake CDN, which fetches each requested file from the site without cookies.
 * @returns also the statuses and kinds of the files
 */
async function open(path: string): Promise<{ page: Page; fetched: Set<string> }> {
  const page = await visit()
  const fetched = new Set<string>()
  await page.context().route(`${cdn}/**`, async (route) => {
    const request = route.request()
    const { range } = request.headers()
    expect(request.headers()['cookie']).toBeUndefined()
    const { pathname } = new URL(request.url())
    const response = await fetch(site.url + pathname, { method: request.method(), headers: range === undefined ? {} : { range } })
    fetched.add(`${response.status} ${pathname.split('/')[3]} ${pathname.split('.').at(-1)}`)
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })
  await page.goto(site.url + path)
  return { page, fetched }
}

/** Returns the first caption when the browser has loaded it. */
const firstCue = (page: Page) =>
  page.evaluate(() => {
    const track = [...document.querySelectorAll('video')].flatMap((video) => [...video.textTracks]).find(({ kind }) => kind === 'captions')
    if (!track) return undefined
    track.mode = 'showing'
    return (track.cues?.[0] as VTTCue | undefined)?.text
  })

test.runIf(hasFfmpeg)('a guest plays a film with captions and sees its picture from the CDN', async () => {
  const { page, fetched } = await open(`/en/playlists?playlist=${channelId}&play=${videoId}`)
  await page.getByRole('button', { name: /^Play/ }).first().click()
  await waitForPlaying(page)
  await expect.poll(() => firstCue(page)).toBe('A caption')
  expect([...fetched]).toEqual(expect.arrayContaining(['200 videos m3u8', '206 videos mp4', '200 captions vtt', '200 pictures webp']))
  const pictures = await page.evaluate(
    (origin) => [...document.images].filter(({ currentSrc }) => currentSrc.startsWith(origin)).map(({ naturalWidth }) => naturalWidth > 0),
    cdn,
  )
  expect(pictures).toContain(true)
})

test.runIf(hasFfmpeg)('an embedded player plays a film from the CDN too', async () => {
  const { page, fetched } = await open(`/embed/${videoId}`)
  await page.getByRole('button', { name: /^Play/ }).first().click()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await expect.poll(() => firstCue(page)).toBe('A caption')
  expect([...fetched]).toEqual(expect.arrayContaining(['206 videos mp4', '200 captions vtt']))
})
