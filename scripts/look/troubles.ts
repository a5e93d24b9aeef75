import sharp from 'sharp'
import { type Act, alert, answer, changedChannel, dialog, press, reload, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const newChannel = press(text((t) => t.arranging.dial.new))
const name: Act = (page) =>
  page
    .getByRole('dialog')
    .getByLabel(text((t) => t.channels.fields.name))
    .fill('Weather')
const make = press(text((t) => t.channels.create.action))
/** Answers changes with a foreign response, after which their outcome is unknown. */
const strangers: Act = (page) =>
  page.route('**/api/playlists', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ contentType: 'text/html', body: '<title>Hotel</title>' }) : route.continue(),
  )
/** Replaces all pictures: everything on top must stay visible. */
const allPictures =
  (background: 'white' | 'black'): Act =>
  async (page) => {
    const body = await sharp({ create: { width: 960, height: 640, channels: 3, background } })
      .webp()
      .toBuffer()
    await page.route('**/media/pictures/**', (route) => route.fulfill({ body, contentType: 'image/webp' }))
  }
const unplug: Act = (page) => page.context().setOffline(true)
const endSession: Act = async (page) => {
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'stale')
    localStorage.setItem('refresh_token', 'stale')
  })
  await answer('**/api/user/token', 401, { message: '', code: 'token_invalid', errors: {} })(page)
}
/** Errors, and states that are still loading. */
export function troubleScreens({ own }: DemoChannels): Screen[] {
  const mine = { path: '/my-playlists', as: 'marieke' } as const
  const channel = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  return [
    { name: 'home-white', path: '/playlists', act: steps(allPictures('white'), reload) },
    { name: 'home-black', path: '/playlists', act: steps(allPictures('black'), reload) },
    { name: 'home-white-filled', path: '/playlists', filled: true, act: steps(allPictures('white'), reload) },
    { name: 'home-black-filled', path: '/playlists', filled: true, act: steps(allPictures('black'), reload) },
    { name: 'new-lost', ...mine, act: steps(newChannel, name, strangers, make, alert) },
    { name: 'new-offline', ...mine, act: steps(newChannel, name, unplug, make, alert) },
    { name: 'new-session-ended', ...mine, act: steps(newChannel, name, endSession, make, dialog, shortly) },
    {
      name: 'team-left',
      ...mine,
      stored: { account_mode: 'TEAM', team_id: 'AAAAAAAAAAA' },
      act: steps(
        (page) =>
          page.route('**/api/playlists', (route) =>
            route.request().headers()['x-team-id']
              ? route.fulfill({ status: 403, json: { message: '', code: 'not_in_team', errors: {} } })
              : route.continue(),
          ),
        reload,
        shortly,
      ),
    },
    {
      name: 'own-pending',
      ...channel,
      act: steps(
        changedChannel(own.id, ({ series }) => {
          for (const video of series[1]?.videos.slice(0, 2) ?? []) Object.assign(video, { is_pending: true, duration: null })
        }),
        (page) => page.locator('main').getByRole('region').nth(1).scrollIntoViewIfNeeded(),
        shortly,
      ),
    },
    {
      name: 'own-dead-links',
      ...channel,
      act: steps(
        changedChannel(own.id, ({ series }) => {
          const videos = series.flatMap((one) => one.videos)
          for (const [at, state] of (['gone', 'doubtful'] as const).entries())
            Object.assign(videos[at] ?? {}, {
              is_gone: state === 'gone',
              link_failure: { state, problem: 'removed', since: '2026-11-15T08:00:00.000Z' },
            })
        }),
        shortly,
      ),
    },
    {
      name: 'own-long-names',
      ...channel,
      act: changedChannel(own.id, ({ series }) => series.forEach((one) => (one.name = 'Documentaires over het weer en de zee'))),
    },
  ]
}
