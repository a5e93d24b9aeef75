import { type Act, alert, answer, dialog, press, reload, type Screen, shortly, steps } from './acts.ts'
import { text } from './texts.ts'

const preview = {
  id: 'Im8Kd3VxN6w',
  kind: 'm3u',
  product: null,
  channels: [
    {
      name: 'Stations',
      videos: 182,
      series: [
        { name: 'News', videos: 60 },
        { name: 'Films and series that have a rather long name', videos: 122 },
      ],
    },
    { name: 'Stations (2)', videos: 1, series: [{ name: 'Music', videos: 1 }] },
  ],
  pictures: 0,
  follows: 0,
  likes: 0,
  skipped: [
    { line: 7, text: 'rtmp://live.example/third', reason: 'no_address' },
    { line: 812, text: 'udp://@239.0.0.1:1234/a-very-long-address-that-does-not-fit-on-one-line-of-a-phone', reason: 'no_address' },
  ],
  skipped_count: 2,
  room: 1,
}
/** Contents of an own archive besides channels. */
const ownPreview = { ...preview, kind: 'archive', pictures: 184, follows: 37, likes: 112, skipped: [], skipped_count: 0, room: 40 }
const imported = {
  playlists: ['Ex8Kd3VxN6w', 'Ex8Kd3VxN6x'],
  pictures: { waiting: 61, kept: 120, unreadable: 2, too_many: 1, held: null },
  follows: { restored: 31, missing: 6 },
  likes: { restored: 109, missing: 3 },
}
const brought = { ...imported.pictures, waiting: 0, kept: 181 }
const archive = {
  id: 'Ex8Kd3VxN6w',
  state: 'done',
  bytes: 48_213_456,
  created_at: '2026-11-23T04:00:00.000Z',
  expires_at: '2026-11-24T04:00:00.000Z',
  url: '/media/exports/Ex8Kd3VxN6w.zip',
}
const latest = (changes: object): Act => steps(answer('**/api/user/export', 200, { export: { ...archive, ...changes } }), reload, shortly)
const paste: Act = (page) => page.getByRole('textbox').fill('https://films.example/watch?v=one')
const read = press(text((t) => t.dataRights.bring.read))
const readArchive = steps(answer('**/api/imports', 200, ownPreview), paste, read, shortly)
/** Starts the import of the preview, with the pictures in this state. */
const bring = (pictures: object): Act =>
  steps(
    readArchive,
    answer(`**/api/imports/${ownPreview.id}`, 200, { ...imported, pictures }),
    (page) => page.locator('form button[type=submit]').last().click(),
    shortly,
  )
const leaving: Act = async (page) => {
  await page.route('**/api/user/profile', async (route) => {
    const profile = await route.fetch()
    await route.fulfill({ response: profile, json: { ...((await profile.json()) as object), deletion_at: '2026-11-30T09:00:00.000Z' } })
  })
  await reload(page)
  await shortly(page)
}

/** Export, import and account deletion. */
export function dataRightsScreens(): Screen[] {
  const own = { path: '/settings?view=data', as: 'iris' } as const
  return [
    { name: 'data', ...own },
    { name: 'data-filled', ...own, filled: true },
    { name: 'data-guest', path: own.path },
    { name: 'data-archive', ...own, act: latest({}) },
    { name: 'data-archive-waiting', ...own, act: latest({ state: 'waiting', bytes: null, expires_at: null, url: null }) },
    { name: 'data-archive-failed', ...own, act: latest({ state: 'failed', bytes: null, expires_at: null, url: null }) },
    { name: 'data-import', ...own, act: steps(answer('**/api/imports', 200, preview), paste, read, shortly) },
    {
      name: 'data-import-skipped',
      ...own,
      act: steps(
        answer('**/api/imports', 200, preview),
        paste,
        read,
        shortly,
        (page) => page.locator('details').last().locator('summary').click(),
        (page) => page.locator('form').last().locator('button[type=submit]').scrollIntoViewIfNeeded(),
      ),
    },
    {
      name: 'data-import-reading',
      ...own,
      act: steps((page) => page.route('**/api/imports', () => undefined), paste, read, shortly),
    },
    { name: 'data-import-filled', ...own, filled: true, act: steps(answer('**/api/imports', 200, preview), paste, read, shortly) },
    { name: 'data-import-archive', ...own, act: readArchive },
    { name: 'data-import-archive-filled', ...own, filled: true, act: readArchive },
    { name: 'data-import-pictures', ...own, act: bring(imported.pictures) },
    { name: 'data-import-held', ...own, act: bring({ ...imported.pictures, held: 'full' }) },
    { name: 'data-import-done', ...own, act: bring(brought) },
    { name: 'data-import-nothing', ...own, act: steps((page) => page.getByRole('textbox').fill('no links'), read, alert) },
    { name: 'data-delete', ...own, act: steps(press(text((t) => t.dataRights.deletion.open)), dialog, shortly) },
    { name: 'data-leaving', ...own, act: leaving },
    { name: 'data-leaving-home', path: '/', as: 'iris', act: leaving },
  ]
}
