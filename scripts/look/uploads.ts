import type { Page } from 'playwright'
import { type Act, alert, answer, changedChannel, dialog, press, reload, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { still } from './pictures.ts'
import { text } from './texts.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

const may: Act = (page) =>
  page.route('**/api/user/profile', async (route) => {
    const read = await route.fetch()
    await route.fulfill({ response: read, json: { ...((await read.json()) as object), can_upload_video: true } })
  })
const room = answer('**/api/uploads/room', 200, { may_upload: true, used: 12.4 * gibibyte, quota: 50 * gibibyte, max_file: 4 * gibibyte })

const addItem = text((t) => t.channels.add.title)
const tray: Act = (page) => page.locator('[data-tray]').first().click()

/** Chooses empty files of 2 MiB with the given names. */
const choose =
  (...names: readonly string[]): Act =>
  (page) =>
    page
      .getByRole('dialog')
      .locator('input[type=file][multiple]')
      .setInputFiles(
        names.map((name) => ({
          name,
          mimeType: name.endsWith('.pdf') ? 'application/pdf' : 'video/mp4',
          buffer: Buffer.alloc(2 * mebibyte),
        })),
      )

/** Uploads never complete. */
const endless: Act = (page) => page.route('**/api/uploads', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))

const openAdd = steps(press(addItem), dialog, shortly)
const send: Act = (page) => page.getByRole('dialog').locator('button[type=submit]').click()

/** The connection drops when an upload starts. */
const lost: Act = (page) =>
  page.route('**/api/uploads', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))

const openVideo = (name: RegExp): Act =>
  steps((page) => page.locator('main [data-card] > a').first().click({ button: 'right' }), press(name), dialog)
const captionsRead = '**/api/videos/*/captions*'
const tracks = (...languages: readonly string[]) => ({
  data: languages.map((language) => ({ language, src: `/media/videos/aaaaaaaaaaaaaaaaaaaaaaaa/${language}.vtt` })),
  thumbnails: null,
})
const again: Act = (page) => page.getByRole('button', { name: text((t) => t.ui.error.again) }).waitFor()
const unreadable: Act = (page) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Sleeper to Vienna.nl.srt', mimeType: 'text/plain', buffer: Buffer.from('no captions') })
/** The server's disk is full. */
const full: Act = (page) =>
  page.route('**/api/uploads', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: { message: '', errors: {} } }) : route.fallback(),
  )
/** Adds timeline previews of a video. */
const previews: Act = async (page) => {
  await answer(captionsRead, 200, { data: [], thumbnails: '/media/previews/thumbnails.vtt' })(page)
  const cues = 'WEBVTT\n\n00:00.000 --> 10:00.000\nsprite.jpg#xywh=300,200,160,90\n'
  await page.route('**/media/previews/thumbnails.vtt', (route) => route.fulfill({ contentType: 'text/vtt', body: cues }))
  await page.route('**/media/previews/sprite.jpg', (route) => route.fulfill({ path: still }))
  await reload(page)
}
const pointAtTimeline: Act = async (page) => {
  const { x, y, width, height } = (await page.getByRole('slider', { name: text((t) => t.player.player.position) }).boundingBox())!
  await page.mouse.move(x + width * 0.6, y + height / 2)
  await page.locator('[data-preview]').waitFor()
}
/** Offers frames of a video as posters. */
const posters: Act = async (page) => {
  const read = (await (await page.request.get('/api/playlists/default-playlists?limit=4')).json()) as { data: { icon: string | null }[] }
  await answer('**/api/videos/*/posters', 200, { data: read.data.flatMap(({ icon }) => icon ?? []) })(page)
}
const pickPoster: Act = (page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: text((t) => t.uploads.posters.one) })
    .nth(1)
    .click()

/** The screens of a user with uploads in every state. */
export function uploadScreens({ own, shown }: DemoChannels): Screen[] {
  const stored = (id: string, changes: object) => ({
    id,
    filename: `${id}.mp4`,
    size: 300 * mebibyte,
    received: 300 * mebibyte,
    percent: null,
    reason: null,
    playlist_id: own.id,
    index: null,
    video_id: null,
    expires_at: null,
    created_at: '2026-11-22T20:00:00.000Z',
    ...changes,
  })
  const uploads = [
    stored('upload00001', { title: 'Sleeper to Vienna', state: 'processing', percent: 20 }),
    stored('upload00002', { title: 'Harbour at six', state: 'uploading', received: 129 * mebibyte }),
    stored('upload00003', {
      title: 'The pilots go out before the ferries wake up, and come back when everybody else is on their way',
      state: 'waiting',
    }),
    stored('upload00004', { title: 'Holiday', state: 'failed', reason: 'unreadable' }),
    stored('upload00005', { title: 'Winter timetable', state: 'failed', reason: 'no_room' }),
  ]
  /** The uploads go to the first series of the channel. */
  const having =
    (some: readonly object[]): Act =>
    async (page) => {
      const token = await page.evaluate(() => localStorage.getItem('access_token'))
      const read = await page.request.get(`/api/playlists/${own.id}`, { headers: { authorization: `Bearer ${token}` } })
      const { series } = (await read.json()) as { series: { id: string }[] }
      await answer('**/api/uploads', 200, { data: some.map((one) => ({ ...one, series_id: series[0]?.id })) })(page)
    }
  const known = having(uploads)
  const working = having(uploads.slice(0, 1))
  const none = having([])
  const on = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  const with_ = (list: Act, ...acts: readonly Act[]) => steps(may, room, list, reload, ...acts)
  const seen = (page: Page) => page.locator('[data-tray]').first().waitFor()
  /** Shows the first video of the channel as an upload. */
  const uploaded = changedChannel(own.id, ({ series }) => {
    const [video] = series.flatMap(({ videos }) => videos)
    if (video) Object.assign(video, { kind: 'hls', src: '/media/videos/aaaaaaaaaaaaaaaaaaaaaaaa/index.m3u8' })
  })
  const captions = steps(uploaded, openVideo(text((t) => t.uploads.captions.menu)))
  return [
    { ...on, name: 'uploads-tray', act: with_(working, seen) },
    { ...on, name: 'uploads-tray-needing', act: with_(known, seen) },
    { ...on, name: 'uploads-tray-filled', filled: true, act: with_(working, seen) },
    { ...on, name: 'uploads-list', act: with_(known, seen, tray, dialog, shortly) },
    { ...on, name: 'uploads-choose', act: with_(none, openAdd) },
    { ...on, name: 'uploads-chosen', act: with_(none, openAdd, choose('My_holiday.mp4')) },
    { ...on, name: 'uploads-several', act: with_(none, openAdd, choose('My_holiday.mp4', 'notes.pdf', 'Sleeper to Vienna.mov')) },
    {
      ...on,
      name: 'uploads-sending',
      act: with_(none, endless, openAdd, choose('One.mp4', 'Two.mp4', 'Three.mp4'), send, seen, tray, dialog, shortly),
    },
    { ...on, name: 'uploads-interrupted', act: with_(none, lost, openAdd, choose('One.mp4'), send, seen, tray, dialog, shortly) },
    { ...on, name: 'uploads-troubled', act: with_(none, full, openAdd, choose('One.mp4'), send, seen, tray, dialog, shortly) },
    {
      name: 'player-preview',
      path: `/playlists?playlist=${shown.id}&play=${shown.series[0]?.videos[0]?.id}`,
      act: steps(previews, press(text((t) => t.player.player.play)), shortly, pointAtTimeline),
    },
    { ...on, name: 'captions', act: steps(answer(captionsRead, 200, tracks('en', 'nl')), captions, shortly) },
    { ...on, name: 'captions-none', act: steps(answer(captionsRead, 200, tracks()), captions, shortly) },
    { ...on, name: 'captions-failed', act: steps(answer(captionsRead, 500, { message: '', errors: {} }), captions, again) },
    { ...on, name: 'captions-wrong', act: steps(captions, unreadable, send, alert) },
    { ...on, name: 'posters', act: steps(posters, uploaded, openVideo(text((t) => t.channels.video.edit)), pickPoster) },
    {
      name: 'uploads-settings',
      path: '/settings',
      as: 'marieke',
      act: with_(none, (page) =>
        page
          .getByText(/^Uploads/)
          .last()
          .scrollIntoViewIfNeeded(),
      ),
    },
  ]
}
