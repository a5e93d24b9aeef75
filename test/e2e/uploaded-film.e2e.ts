import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { makeFolder } from '#test/folders.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import type { Size } from './browser.ts'
import type { DemoPerson } from './demo.ts'
import { findDialogOverflow } from './fit.ts'
import { createFinger } from './gestures.ts'
import { seconds } from './playing.ts'
import { newUploader, sendFilm } from './uploading.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const folder = makeFolder('choice-films')
const hasFfmpeg = (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, 'ffprobe')))

/** Writes a video of eight seconds, a test picture under a bar that is red in the first half and blue in the second. */
function makeFilm(path: string): string {
  const bar = (colour: string, when: string) => `drawbox=w=iw:h=ih/3:t=fill:color=${colour}:enable='${when}'`
  const source = `testsrc=size=320x180:rate=5:duration=8,${bar('red', 'lt(t,4)')},${bar('blue', 'gte(t,4)')}`
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...coding, path])
  return path
}

const longTitle = 'One whose title is so long that no line of any telephone has room for it as a whole'

/** A user who may upload, whose channel has the uploaded video and two others. */
let someone: DemoPerson
let channelId: string
let film: { uploadId: string; videoId: string }
beforeAll(async () => {
  if (!hasFfmpeg) return
  someone = await newUploader()
  const { client } = someone
  channelId = (await client(channelsContract.createPlaylist, { body: { name: 'Kept films', status_id: status.public } })).id
  const { id: seriesId } = await client(channelsContract.createSeries, { body: { playlist_id: channelId, name: 'First' } })
  film = await sendFilm(someone, seriesId, makeFilm(join(folder, 'Kept.mp4')))
  const videos = ['Another', longTitle].map((title, index) => ({
    src: `https://videos.example/${index}.mp4`,
    title,
  }))
  const second = await client(channelsContract.createSeries, { body: { playlist_id: channelId, name: 'Second', videos } })
  const related = { video_id: film.videoId, related_video_id: second.videos[0]!.id }
  await client(channelsContract.addRelatedVideo, { params: { playlistId: channelId }, body: related })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(size: Size, language: 'en' | 'nl' = 'en', more = ''): Promise<Page> {
  const browserStorage = { ...someone.browserStorage, canceled_enter_fields_modal: 'true' }
  return visit({
    path: `/${language}/my-playlists?playlist=${channelId}${more}`,
    size,
    language,
    browserStorage,
    expected: /status of 422/,
  })
}
const card = (page: Page) => page.locator(`[data-card="${film.videoId}"] > a`)
/**
 * Chooses a row of the video's menu, which opens a dialog.
 * @param title the dialog's title, because another dialog may be above it
 */
async function choose(page: Page, line: string, title: string): Promise<Locator> {
  await card(page).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: line, exact: true }).click()
  return page.getByRole('dialog', { name: title, exact: true })
}

describe.runIf(hasFfmpeg)('for an uploaded video', () => {
  test('a frame is chosen as its picture, and captions are added, replaced and removed', async () => {
    const { uploads: t, channels } = textsIn('en')
    const page = await open('desktop')
    const { client } = someone
    const params = { id: film.videoId }
    const edit = await choose(page, channels('video.edit'), channels('video.edit_title'))
    const { data: posters } = await client(uploadsContract.listPosters, { params })
    const moment = edit.getByRole('group', { name: t('posters.label') }).getByRole('button', { name: t('posters.one', { number: 3 }) })
    await moment.click()
    await expect.poll(() => moment.getAttribute('aria-pressed')).toBe('true')
    await edit.locator('button[type=submit]').click()
    await expect(edit).toDisappear()
    expect((await client(channelsContract.getVideo, { params })).image).toBe(posters[2])

    const captions = await choose(page, t('captions.menu'), t('captions.title'))
    const addCaptions = (name: string, text: string) =>
      captions.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const languages = async () => (await client(uploadsContract.listCaptions, { params })).data.map(({ language }) => language)
    await expect(captions.getByText(t('captions.none'))).toAppear()
    await addCaptions('Kept.nl.srt', '1\n00:00:01,000 --> 00:00:02,000\nHallo\n')
    await captions.getByRole('button', { name: t('captions.add', { language: 'Dutch' }) }).click()
    await expect(captions.getByRole('button', { name: t('captions.remove_of', { language: 'Dutch' }) })).toAppear()
    await addCaptions('Kept.en.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n')
    await captions.getByRole('button', { name: t('captions.add', { language: 'English' }) }).click()
    await expect(captions.getByRole('button', { name: t('captions.remove_of', { language: 'English' }) })).toAppear()
    expect(await languages()).toEqual(['en', 'nl'])
    await addCaptions('Kept.nl.vtt', 'no captions at all')
    await captions.getByRole('button', { name: t('captions.replace', { language: 'Dutch' }) }).click()
    await expect(captions.getByText(t('errors.captions_unreadable'))).toAppear()
    await addCaptions('Kept.nl.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nGoedendag\n')
    await captions.getByRole('button', { name: t('captions.replace', { language: 'Dutch' }) }).click()
    await expect.poll(async () => (await page.request.get(`/media/captions/${params.id}/nl.vtt`)).text()).toContain('Goedendag')
    await captions.getByRole('button', { name: t('captions.remove_of', { language: 'English' }) }).click()
    await page.getByRole('button', { name: t('captions.remove'), exact: true }).click()
    await expect(captions.getByRole('button', { name: t('captions.remove_of', { language: 'English' }) })).toDisappear()
    expect(await languages()).toEqual(['nl'])
  })

  /** Returns the colour at the top of the preview over the timeline: red in the first half of the film, blue in the second. */
  async function colourOf(page: Page): Promise<'red' | 'blue' | 'none'> {
    const preview = page.locator('[data-preview]')
    const style = await preview
      .evaluate(
        (shown) => {
          const { backgroundImage, backgroundPosition } = getComputedStyle(shown)
          return {
            address: /url\("([^"#]+)/.exec(backgroundImage)?.[1] ?? '',
            at: backgroundPosition.split(' ').map((part) => -parseFloat(part)),
          }
        },
        undefined,
        { timeout: 1000 },
      )
      .catch(() => undefined)
    if (!style) return 'none'
    const sprite = await (await page.request.get(style.address)).body()
    const [left = 0, top = 0] = style.at
    const { channels } = await sharp(
      await sharp(sprite)
        .extract({ left: left + 40, top: top + 6, width: 80, height: 12 })
        .toBuffer(),
    ).stats()
    return channels[0]!.mean > channels[2]!.mean ? 'red' : 'blue'
  }

  test.for(['desktop', 'phone'] as const)('on a %s the timeline shows a preview at the mouse or finger', async (size) => {
    const page = await open(size, 'en', `&play=${film.videoId}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page).toPlay()
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toAppear()
    const timeline = page.getByRole('slider', { name: 'Position' })
    const preview = page.locator('[data-preview]')
    const { x, y, width, height } = (await timeline.boundingBox())!
    const pointAt = (part: number) => ({ x: x + 9 + (width - 18) * part, y: y + height / 2 })
    const before = await seconds(page)
    if (size === 'desktop') {
      for (const [part, colour] of [
        [0.25, 'red'],
        [0.75, 'blue'],
      ] as const) {
        await page.mouse.move(pointAt(part).x, pointAt(part).y)
        await expect.poll(() => colourOf(page)).toBe(colour)
        expect(await page.getByText(part < 0.5 ? '0:02' : '0:06', { exact: true }).count()).toBe(1)
      }
      // Hovering doesn't seek.
      expect(await seconds(page)).toBe(before)
      await page.mouse.move(pointAt(0.5).x, pointAt(0.5).y - 200)
      await expect(preview).toDisappear()
      await timeline.focus()
      await page.keyboard.press('Home')
      await expect.poll(() => timeline.getAttribute('aria-valuetext')).toBe('0 seconds of 8 seconds')
      await page.keyboard.press('5')
      await expect.poll(() => timeline.getAttribute('aria-valuetext')).toBe('4 seconds of 8 seconds')
    } else {
      const touch = await createFinger(page)
      await touch.pressAt(pointAt(0.1))
      await touch.to(pointAt(0.25))
      await expect.poll(() => colourOf(page)).toBe('red')
      await touch.to(pointAt(0.75))
      await expect.poll(() => colourOf(page)).toBe('blue')
      // The time is shown above the finger, and below the timeline.
      expect(await page.getByText('0:06', { exact: true }).count()).toBe(2)
      // The video seeks when the finger is released.
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(4)
      await touch.up()
      await expect(preview).toDisappear()
      await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(5.5)
    }
  })

  const picture = () => readFile(join('server', 'demo', 'assets', 'pictures', 'KQ2ZiSjoPaxKa2yk-1200x800-3d7b88', '1200.webp'))

  test.for([
    ['narrow', 'en'],
    ['narrow', 'nl'],
    ['desktop', 'en'],
    ['desktop', 'nl'],
  ] as const)('on a %s screen (%s) all dialogs of a video fit', async ([size, language]) => {
    const { uploads: t, channels } = textsIn(language)
    const page = await open(size, language)
    const openDialog = async (dialog: Locator, name: string) => {
      const violations = size === 'narrow' && language === 'en' ? await axeViolationsInBothThemes(page) : []
      expect([name, await findDialogOverflow(dialog), violations]).toEqual([name, [], []])
    }
    const edit = await choose(page, channels('video.edit'), channels('video.edit_title'))
    await expect(edit.getByRole('button', { name: t('posters.one', { number: 4 }) })).toAppear()
    await openDialog(edit, 'folded')
    await edit.locator('summary').click()
    await edit
      .getByLabel(channels('video.go_to'), { exact: true })
      .fill('https://a.very.long.name.of.a.site.example/with/a/path/as/long/as/that')
    const [image, photo] = [edit.locator('input[type=file]').first(), edit.locator('input[type=file]').last()]
    for (const field of [image, photo]) {
      await field.setInputFiles({ name: 'still.webp', mimeType: 'image/webp', buffer: await picture() })
      const crop = page.getByRole('dialog').filter({ has: page.getByRole('application') })
      await expect(crop).toAppear()
      if (field === photo) await openDialog(crop, 'crop')
      await crop.locator('button').last().click()
      await expect(crop).toDisappear()
      await expect(edit).toAppear()
      await expect(field.locator('xpath=..').locator('img[src^="blob:"]')).toAppear()
    }
    await edit.getByLabel(channels('video.start_at')).fill('0:02')
    await edit.getByLabel(channels('video.end_at')).fill('soon')
    await edit.locator('button[type=submit]').click()
    await expect(edit.getByText(channels('video.time_invalid'))).toAppear()
    await openDialog(edit, 'unfolded')
    await edit.getByLabel(channels('video.go_to'), { exact: true }).scrollIntoViewIfNeeded()
    await openDialog(edit, 'buttons')
    await edit.getByText(channels('video.more_photo'), { exact: true }).last().scrollIntoViewIfNeeded()
    await openDialog(edit, 'photo')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: textsIn(language).ui('form.discard') }).click()
    // Closes the question and the dialog below it.
    await expect.poll(() => page.locator('[data-sheet]').count()).toBe(0)

    const related = await choose(page, channels('related.edit'), channels('related.edit_title', { title: 'Kept' }))
    await expect(related.getByRole('list', { name: channels('related.list') })).toAppear()
    await expect(related.getByRole('button', { name: channels('related.add', { title: longTitle }) })).toAppear()
    await openDialog(related, 'related')
    await page.keyboard.press('Escape')
    await expect(related).toDisappear()

    const captions = await choose(page, t('captions.menu'), t('captions.title'))
    await captions.locator('input[type=file]').setInputFiles({
      name: 'A file whose name is so long that no telephone has room for it.nl.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('nothing'),
    })
    await captions.locator('button[type=submit]').click()
    await expect(captions.getByText(t('errors.captions_unreadable'))).toAppear()
    await openDialog(captions, 'captions')
  })
})
