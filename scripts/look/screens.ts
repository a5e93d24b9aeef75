import {
  type Act,
  alert,
  channelMenu,
  dialog,
  endless,
  escape,
  failed,
  failing,
  follow,
  goTo,
  press,
  type Screen,
  shortly,
  steps,
  type,
  unsent,
} from './acts.ts'
import { type DemoChannels, videoOf } from './demo.ts'
import { text } from './texts.ts'

const addItem = text((t) => t.channels.add.title)
const link = text((t) => t.channels.add.link)
const editChannel = text((t) => t.channels.edit.title)
const editSeries = text((t) => t.channels.series.edit.title)
const play = text((t) => t.player.player.play)

const dots = text((t) => t.shell.screen.menu)
/** Opens the menu of a series; the first one is the banner. */
const seriesMenu =
  (place: number): Act =>
  (page) =>
    page.getByRole('main').getByRole('region').nth(place).getByRole('button', { name: dots }).first().click()
/** Opens the menu of a video in the first row. */
const videoMenu =
  (place: number): Act =>
  (page) =>
    page.locator('main [data-card] > a').nth(place).click({ button: 'right' })

const inChannelMenu = (...names: readonly RegExp[]) => steps(channelMenu, ...names.map(press))
const inSeriesMenu = (name: RegExp) => steps(seriesMenu(0), press(name))
const inVideoMenu = (name: RegExp, place = 0) => steps(videoMenu(place), press(name))

/** Goes offline, once there is a service worker. */
const unplugged: Act = async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.context().setOffline(true)
  await page.reload()
}

/** Simulates the message of a newer service worker. */
const newerVersion: Act = (page) =>
  page.evaluate(() => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } }))
  })

const playing: Act = steps(press(play), (page) => page.waitForTimeout(1500))
const typeLogin: Act = async (page) => {
  await page.locator('[name=user]').fill('somebody')
  await page.locator('[name=password]').fill('something')
  const robot = page.getByRole('checkbox')
  if (await robot.count()) await robot.check()
  await page.locator('form button[type=submit]:enabled').click()
}

/** Public screens, the user's own screens, and the player. */
export function screens({ shown, sounds, live, told, own, group, drawn, empty }: DemoChannels): Screen[] {
  const series = shown.series[0]
  const [video] = series?.videos ?? []
  const open = `/playlists?playlist=${shown.id}`
  const player = `${open}&play=${video?.id}`
  const toldPlayer = `/playlists?playlist=${told.id}&play=${videoOf(told, /patch\.mp4$/)}`
  const foreign = shown.series.flatMap(({ videos }) => videos).find(({ site }) => site !== 'Choice')
  const mine = { path: `/my-playlists?playlist=${own.id}`, as: 'marieke' } as const
  const ofMarieke = { path: '/my-playlists', as: 'marieke' } as const
  const settings = { path: '/settings', as: 'marieke' } as const
  return [
    { name: 'home', path: '/playlists' },
    { name: 'home-filled', path: '/playlists', filled: true },
    { name: 'home-user', path: '/playlists', as: 'marieke' },
    { name: 'home-first', path: '/playlists', stored: { cookies: 'false' } },
    { name: 'home-prompt', path: '/playlists', stored: { hide_add_to_home_screen: 'false' } },
    { name: 'home-how', path: '/playlists', act: press(text((t) => t.pages.how.title)) },
    { name: 'home-hidden', path: '/playlists', act: steps(press(text((t) => t.pages.hide)), shortly) },
    { name: 'home-loading', path: '/terms', act: steps(endless, goTo('/playlists')) },
    { name: 'home-failed', path: '/terms', act: steps(failing, goTo('/playlists'), failed) },
    { name: 'palette', path: '/playlists', act: steps((page) => page.keyboard.press('Control+k'), dialog) },
    { name: 'mine', ...ofMarieke },
    { name: 'mine-filled', ...ofMarieke, filled: true },
    { name: 'mine-guest', path: '/my-playlists' },
    { name: 'mine-loading', path: '/search', as: 'marieke', act: steps(endless, goTo('/my-playlists')) },
    { name: 'mine-failed', path: '/search', as: 'marieke', act: steps(failing, goTo('/my-playlists'), failed) },
    { name: 'mine-new', ...ofMarieke, act: press(text((t) => t.arranging.dial.new)) },
    { name: 'mine-examples', ...ofMarieke, act: press(text((t) => t.pages.examples.unfold)) },
    { name: 'direct-share', ...ofMarieke, act: follow(text((t) => t.channels.server.directPublish)) },
    { name: 'watch-later', ...ofMarieke, act: follow(text((t) => t.channels.server.watchLater)) },
    { name: 'group', path: `/my-playlists?playlist-group=${group}`, as: 'marieke' },
    { name: 'archive', path: '/my-playlists?archive=true', as: 'marieke' },
    { name: 'channels', path: '/channels', as: 'marieke' },
    { name: 'channel', path: open },
    { name: 'channel-filled', path: open, filled: true },
    { name: 'channel-found', path: `${open}&video=${series?.videos.at(2)?.id}` },
    { name: 'channel-series', path: `${open}&serie=${shown.series[1]?.id}` },
    { name: 'channel-title-cards', path: `/my-playlists?playlist=${drawn.id}`, as: 'iris' },
    { name: 'channel-empty', path: `/my-playlists?playlist=${empty.id}`, as: 'iris' },
    { name: 'channel-loading', path: '/playlists', act: steps(endless, goTo(open)) },
    { name: 'channel-failed', path: '/playlists', act: steps(failing, goTo(open), failed) },
    { name: 'channel-missing', path: '/playlists?playlist=AAAAAAAAAAA' },
    { name: 'own', ...mine },
    { name: 'own-filled', ...mine, filled: true },
    { name: 'own-share', ...mine, act: steps(press(text((t) => t.channels.share.name)), dialog) },
    { name: 'share-channel', path: open, as: 'iris', act: steps(press(text((t) => t.channels.share.name)), dialog) },
    {
      name: 'share-qr',
      path: open,
      as: 'iris',
      act: steps(press(text((t) => t.channels.share.name)), dialog, press(text((t) => t.sharing.share.qr))),
    },
    {
      name: 'share-embed',
      path: open,
      as: 'iris',
      act: steps(press(text((t) => t.channels.share.name)), dialog, press(text((t) => t.sharing.share.embed))),
    },
    { name: 'own-menu', ...mine, act: channelMenu },
    { name: 'own-series-menu', ...mine, act: seriesMenu(0) },
    { name: 'own-video-menu', ...mine, act: videoMenu(0) },
    { name: 'own-palette', ...mine, act: steps((page) => page.keyboard.press('Control+k'), dialog) },
    { name: 'own-shortcuts', ...mine, act: steps((page) => page.keyboard.press('?'), dialog) },
    { name: 'own-add', ...mine, act: press(addItem) },
    { name: 'own-add-found', ...mine, act: steps(press(addItem), type(link, 'https://example.com/')) },
    { name: 'own-add-wrong', ...mine, act: steps(press(addItem), type(link, 'example,com')) },
    { name: 'own-add-private', ...mine, act: steps(press(addItem), type(link, 'http://10.0.0.1/film.mp4')) },
    {
      name: 'own-add-several',
      ...mine,
      act: steps(press(addItem), type(link, 'https://example.com/ https://example.org/ http://10.0.0.1/film.mp4')),
    },
    { name: 'own-add-series', ...mine, act: inChannelMenu(text((t) => t.channels.series.add.title)) },
    { name: 'own-edit', ...mine, act: inChannelMenu(editChannel) },
    {
      name: 'own-discard',
      ...mine,
      act: steps(
        inChannelMenu(editChannel),
        type(
          text((t) => t.channels.fields.name),
          'Another name',
        ),
        escape,
      ),
    },
    { name: 'own-settings', ...mine, act: inChannelMenu(text((t) => t.channels.settings.title)) },
    { name: 'own-delete', ...mine, act: inChannelMenu(text((t) => t.channels.remove.action)) },
    { name: 'own-series-edit', ...mine, act: inSeriesMenu(editSeries) },
    { name: 'own-series-delete', ...mine, act: inSeriesMenu(text((t) => t.channels.series.delete.action)) },
    { name: 'own-video-edit', ...mine, act: inVideoMenu(text((t) => t.channels.video.edit)) },
    {
      name: 'own-video-edit-buttons',
      ...mine,
      act: steps(
        inVideoMenu(text((t) => t.channels.video.edit)),
        (page) => page.locator('summary').click(),
        (page) => page.getByRole('dialog').getByRole('textbox').last().scrollIntoViewIfNeeded(),
      ),
    },
    { name: 'own-video-related', ...mine, act: inVideoMenu(text((t) => t.channels.related.edit)) },
    {
      name: 'own-video-related-added',
      ...mine,
      act: steps(
        unsent,
        inVideoMenu(text((t) => t.channels.related.edit)),
        (page) =>
          page
            .getByRole('list', { name: /^(Videos to add|Video’s om toe te voegen)$/ })
            .getByRole('button')
            .first()
            .click(),
        (page) =>
          page
            .getByRole('list', { name: /^(Videos to add|Video’s om toe te voegen)$/ })
            .getByRole('button')
            .nth(1)
            .click(),
        shortly,
      ),
    },
    { name: 'own-series-header', ...mine, act: steps(unsent, seriesMenu(1), press(text((t) => t.channels.series.make_header)), shortly) },
    { name: 'own-video-to-other', ...mine, act: inVideoMenu(text((t) => t.arranging.video.to_other)) },
    {
      name: 'own-video-home',
      ...mine,
      act: steps(
        unsent,
        inVideoMenu(
          text((t) => t.channels.video.make_home),
          2,
        ),
        shortly,
      ),
    },
    {
      name: 'own-video-deleted',
      ...mine,
      act: steps(
        unsent,
        inVideoMenu(
          text((t) => t.channels.video.delete),
          2,
        ),
        shortly,
      ),
    },
    { name: 'player', path: player },
    { name: 'player-filled', path: player, filled: true },
    { name: 'player-playing', path: player, filled: true, act: playing },
    { name: 'player-speed', path: player, act: steps(playing, press(text((t) => t.player.player.speedOf))) },
    { name: 'player-chapters', path: toldPlayer, act: steps(playing, press(/^(Chapters|Hoofdstukken), /)) },
    { name: 'player-chapters-filled', path: toldPlayer, filled: true, act: playing },
    { name: 'player-more', path: toldPlayer, act: steps(playing, press(text((t) => t.channels.video.more_default)), shortly) },
    { name: 'player-more-filled', path: toldPlayer, filled: true, act: press(text((t) => t.channels.video.more_default)) },
    { name: 'channel-go-to', path: `/playlists?playlist=${told.id}` },
    { name: 'channel-go-to-filled', path: `/playlists?playlist=${told.id}`, filled: true },
    { name: 'player-docked', path: player, act: steps(playing, press(text((t) => t.player.player.dock)), shortly) },
    { name: 'player-sound', path: `/playlists?playlist=${sounds.id}&play=${videoOf(sounds, /\.m4a$/)}`, act: playing },
    { name: 'player-live', path: `/playlists?playlist=${live.id}&play=${videoOf(live, /\/live\//)}`, act: playing },
    { name: 'player-consent', path: `${open}&play=${foreign?.id}` },
    {
      name: 'player-failed',
      path: player,
      act: steps(
        (page) => page.route('**/media/demo/**', (route) => route.fulfill({ status: 404 })),
        press(play),
        (page) => page.waitForTimeout(2500),
      ),
    },
    { name: 'search', path: '/search' },
    { name: 'search-filled', path: '/search', filled: true },
    { name: 'search-found', path: '/search?keyword=slow' },
    { name: 'search-found-filled', path: '/search?keyword=slow', filled: true },
    { name: 'search-none', path: '/search?keyword=qqqqqq' },
    { name: 'settings', ...settings },
    { name: 'settings-filled', ...settings, filled: true },
    { name: 'settings-guest', path: '/settings' },
    { name: 'settings-password', ...settings, act: press(text((t) => t.accounts.password.change.title)) },
    { name: 'settings-sessions', ...settings, act: press(text((t) => t.accounts.sessions.title)) },
    { name: 'profile', path: '/settings?view=editProfile', as: 'marieke' },
    { name: 'login', path: '/login' },
    { name: 'login-wrong', path: '/login', act: steps(typeLogin, alert) },
    { name: 'login-forgot', path: '/login', act: press(text((t) => t.accounts.login.forgot)) },
    { name: 'register', path: '/register' },
    { name: 'register-link', path: '/register?email=wout%40peeters.example&token=abc' },
    { name: 'login-needed', path: '/playlists', act: press(text((t) => t.pages.make)) },
    { name: 'terms', path: '/terms' },
    { name: 'cookies', path: '/cookiesPolicy' },
    { name: 'privacy', path: '/privacy' },
    { name: 'what-it-is', path: '/settings?view=home' },
    { name: 'offline', serviceWorker: true, path: '/playlists', act: unplugged },
    { name: 'update', path: '/playlists', act: newerVersion },
    { name: 'not-found', path: '/not-found' },
  ]
}
