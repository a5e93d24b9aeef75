import {
  type Act,
  alert,
  answer,
  dialog,
  endless,
  failed,
  failing,
  goTo,
  reload,
  reloadAtOnce,
  type Screen,
  shortly,
  steps,
} from './acts.ts'
import type { DemoChannels } from './demo.ts'

const card: Act = (page) => page.locator('main [data-card] > a, main [data-card] > button').first().click()
const playerCode = '**/assets/*/PlayerOverlay-*.js'
const detailCode = '**/assets/*/ChannelDetail-*.js'
const channelRead = /\/api\/playlists\/[^/?]{8,}/
const palette = steps((page) => page.keyboard.press('Control+k'), dialog, shortly)
const nothing = { other: [], public: [], groups: [], archive: [], archivedGroups: [] }

/** The user's bar with these fields replaced. */
const mineWith =
  (changes: object): Act =>
  async (page) => {
    await page.route('**/api/playlists', async (route) => {
      const read = await route.fetch()
      await route.fulfill({ response: read, json: { ...((await read.json()) as object), ...changes } })
    })
    await reload(page)
  }

/** Parts of a page that are loading, failed or empty. */
export function unloadedScreens({ shown, own, group }: DemoChannels): Screen[] {
  const open = { path: `/playlists?playlist=${shown.id}` } as const
  const mine = { path: '/my-playlists', as: 'marieke' } as const
  return [
    {
      name: 'player-waiting',
      ...open,
      act: steps(
        (page) => page.route(playerCode, () => undefined),
        card,
        (page) => page.waitForTimeout(900),
      ),
    },
    { name: 'player-waiting-failed', ...open, act: steps((page) => page.route(playerCode, (route) => route.abort()), card, alert) },
    { name: 'channels-guest', path: '/channels' },
    { name: 'channels-filled', path: '/channels', as: 'marieke', filled: true },
    {
      name: 'palette-none',
      ...mine,
      act: steps(palette, (page) => page.getByRole('dialog').getByRole('combobox').fill('qqqqqq'), shortly),
    },
    { name: 'palette-loading', path: '/settings', as: 'marieke', act: steps(endless, palette) },
    { name: 'palette-failed', path: '/settings', as: 'marieke', act: steps(failing, palette, (page) => page.waitForTimeout(3000)) },
    { name: 'settings-loading', path: '/settings', as: 'marieke', act: steps(endless, reloadAtOnce) },
    { name: 'settings-failed', path: '/settings', as: 'marieke', act: steps(failing, reloadAtOnce, failed) },
    { name: 'profile-failed', path: '/settings', as: 'marieke', act: steps(failing, goTo('/settings?view=editProfile'), failed) },
    { name: 'rows-loading', ...mine, act: steps((page) => page.route(channelRead, () => undefined), reload, shortly) },
    {
      name: 'rows-failed',
      ...mine,
      act: steps(
        (page) => page.route(channelRead, (route) => route.fulfill({ status: 500, json: { message: '', errors: {} } })),
        reload,
        alert,
      ),
    },
    {
      name: 'detail-loading',
      path: '/playlists',
      filled: true,
      act: steps((page) => page.route(detailCode, () => undefined), goTo(open.path)),
    },
    {
      name: 'detail-failed',
      path: '/playlists',
      filled: true,
      act: steps(
        (page) => page.route(detailCode, (route) => route.abort()),
        goTo(open.path),
        (page) => page.waitForTimeout(2500),
      ),
    },
    { name: 'mine-empty', ...mine, act: mineWith(nothing) },
    { name: 'archive-empty', path: '/my-playlists?archive=true', as: 'marieke', act: mineWith(nothing) },
    { name: 'group-missing', path: '/my-playlists?playlist-group=AAAAAAAAAAA', as: 'marieke' },
    {
      name: 'home-empty',
      path: '/terms',
      act: steps(answer('**/api/playlists/default-playlists*', 200, { data: [], next: null }), goTo('/playlists')),
    },
    { name: 'own-failed', path: '/my-playlists', as: 'marieke', act: steps(failing, goTo(`/my-playlists?playlist=${own.id}`), failed) },
    { name: 'group-filled', path: `/my-playlists?playlist-group=${group}`, as: 'marieke', filled: true },
    { name: 'no-script', path: '/playlists', scripts: false },
  ]
}
