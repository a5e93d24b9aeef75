import type { Page } from 'playwright'
import { type Act, alert, answer, dialog, press, reload, type Screen, shortly, steps } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const newChannel = press(text((t) => t.curation.dial.new))
const name: Act = (page) =>
  page
    .getByRole('dialog')
    .getByLabel(text((t) => t.curation.fields.name))
    .fill('Weather')
const make = press(text((t) => t.curation.create.action))
/** Changes that are answered by something else than the server: whether they were made nobody knows. */
const strangers: Act = (page) =>
  page.route('**/api/playlists', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ contentType: 'text/html', body: '<title>Hotel</title>' }) : route.continue(),
  )
const unplug: Act = (page) => page.context().setOffline(true)
const endSession: Act = async (page) => {
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'stale')
    localStorage.setItem('refresh_token', 'stale')
  })
  await answer('**/api/user/token', 401, { message: '', code: 'token_invalid', errors: {} })(page)
}
/** A channel as the server has it, but for what is changed here. */
const changed =
  (id: string, change: (channel: { series: { name: string; videos: object[] }[] }) => unknown): Act =>
  async (page: Page) => {
    await page.route(`**/api/playlists/${id}*`, async (route) => {
      const read = await route.fetch()
      const channel = (await read.json()) as { series: { name: string; videos: object[] }[] }
      change(channel)
      await route.fulfill({ response: read, json: channel })
    })
    await reload(page)
  }

/** What is seen when something is not as it should be, or not yet. */
export function troubleScreens({ own }: DemoChannels): Screen[] {
  const mine = { path: '/my-playlists', as: 'marieke' } as const
  const channel = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  return [
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
        changed(own.id, ({ series }) => {
          for (const video of series[1]?.videos.slice(0, 2) ?? []) Object.assign(video, { is_pending: true, duration: null })
        }),
        (page) => page.locator('main').getByRole('region').nth(1).scrollIntoViewIfNeeded(),
        shortly,
      ),
    },
    {
      name: 'own-long-names',
      ...channel,
      act: changed(own.id, ({ series }) => series.forEach((one) => (one.name = 'Documentaires over het weer en de zee'))),
    },
  ]
}
