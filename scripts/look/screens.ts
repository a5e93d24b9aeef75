import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import type { Language } from '#kit/contract/texts.ts'
import { loginBodies } from '../bench/tokens.ts'

export interface Screen {
  name: string
  path: string
  as?: 'guest' | 'user'
  /** On a desktop: fills the window instead of standing in the frame. */
  filled?: boolean
  /** What the browser keeps, other than usual. */
  stored?: Readonly<Record<string, string>>
  /** Instead of a screen: a mail, as its reader's program shows it. */
  mail?: Readonly<Record<Language, string>>
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

export interface Tokens extends Record<string, string> {
  access_token: string
  refresh_token: string
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const computer = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** Logs the first demonstration user in, on a phone and then here. @param loginsFile as the product writes it: a nickname and a password a line */
export async function tokensOf(url: string, loginsFile: string): Promise<Tokens> {
  const [, user = '', password = ''] = /(demo\.\w+)\s+(\S+)/.exec(readFileSync(loginsFile, 'utf8')) ?? []
  const [first = '', second = ''] = await loginBodies(url, 2, () => ({ user, password }))
  const logIn = async (body: string, browser: string) => {
    const headers = { 'content-type': 'application/json', 'user-agent': browser }
    const answer = await fetch(`${url}/api/user/token`, { method: 'POST', headers, body })
    const { access_token, refresh_token } = (await answer.json()) as Tokens
    return { access_token, refresh_token }
  }
  await logIn(first, phone)
  return logIn(second, computer)
}

interface Tile {
  id: string
  name: string
  series?: { id: string; name: string; videos: { id: string; title: string; site: string }[] }[]
}

export interface DemoChannels {
  /** A public channel whose first item plays from the server. */
  shown: Tile
  /** One of the user's own. */
  own: Tile
  /** The user's channel with the most items. */
  long: Tile
}

export async function demoChannels(url: string, { access_token }: Tokens): Promise<DemoChannels> {
  const read = async <T>(path: string) =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${access_token}` } })).json()) as T
  const { data } = await read<{ data: Tile[] }>('/api/playlists/default-playlists?limit=20')
  const mine = await read<{ other: Tile[]; public: Tile[] }>('/api/playlists')
  const own = mine.public[0] ?? mine.other[0]!
  const playing = data.find(({ series }) => series?.[0]?.videos[0]?.site === 'Choice') ?? data[0]!
  return {
    shown: playing,
    own,
    long: data.toSorted((a, b) => (b.series?.[0]?.videos.length ?? 0) - (a.series?.[0]?.videos.length ?? 0))[0]!,
  }
}

export type Act = NonNullable<Screen['act']>

export const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

/** Presses what has this name in either language: a button, or an item of a menu. */
export const press =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click()

const type =
  (label: RegExp, text: string): Act =>
  async (page) => {
    const field = page.getByRole('dialog').getByLabel(label).first()
    await field.fill(text)
    await field.blur()
    await page.waitForLoadState('networkidle')
  }

const dots = /^(actions for|acties voor)/i
const addItem = /^(add a video|add the first video|video toevoegen|voeg de eerste video toe)$/i
const editChannel = /^(edit channel|kanaal bewerken)$/i
const channelMenu: Act = (page) => page.getByRole('banner').getByRole('button', { name: dots }).click()
const seriesMenu: Act = (page) => page.getByRole('main').getByRole('region').getByRole('button', { name: dots }).first().click()
const videoMenu: Act = (page) => page.locator('main [data-card] > a').first().click({ button: 'right' })

const inChannelMenu = (...names: readonly RegExp[]) => steps(channelMenu, ...names.map(press))
const inSeriesMenu = (name: RegExp) => steps(seriesMenu, press(name))
/** Of one that is not what its series opens with. */
const otherVideoMenu: Act = (page) => page.locator('main [data-card] > a').nth(2).click({ button: 'right' })
const inVideoMenu = (name: RegExp) => steps(videoMenu, press(name))

/** Answers to what is read: an error, or none before the picture is taken. */
const calls = '**/api/**'
const failing: Act = (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: { message: '', errors: {} } }))
const endless: Act = (page) => page.route(calls, () => undefined)

/** A page that is not the first comes without its data: there it can be seen loading, and failing. */
const follow =
  (address: string): Act =>
  async (page) => {
    await page.locator(`a[href$="${address}"]`).first().click()
    await page.waitForTimeout(700)
  }

/** A read is tried again before it counts as failed. */
export const failed: Act = (page) =>
  page
    .getByRole('button', { name: /^(try again|probeer opnieuw)$/i })
    .first()
    .waitFor()

const inDial =
  (name: RegExp): Act =>
  async (page) => {
    await page.getByRole('link', { name }).first().click()
    await page.waitForLoadState('networkidle')
  }

/** Without a network, once there is a service worker. */
const unplugged: Act = async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.context().setOffline(true)
  await page.reload()
}

/** As the service worker of a newer version says that it is there. */
const newerVersion: Act = (page) =>
  page.evaluate(() => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } }))
  })

/** Every screen and dialog there is. */
export function screens({ shown, own }: DemoChannels): Screen[] {
  const series = shown.series?.[0]
  const [video] = series?.videos ?? []
  const open = `/playlists?playlist=${shown.id}`
  const mine = { path: `/my-playlists?playlist=${own.id}`, as: 'user' } as const
  const settings = { path: '/settings', as: 'user' } as const
  return [
    { name: 'home', path: '/playlists' },
    { name: 'home-filled', path: '/playlists', filled: true },
    { name: 'home-user', path: '/playlists', as: 'user' },
    { name: 'home-first', path: '/playlists', stored: { cookies: 'false' } },
    { name: 'home-prompt', path: '/playlists', stored: { hide_add_to_home_screen: 'false' } },
    { name: 'home-how', path: '/playlists', act: press(/how it works|zo werkt het/i) },
    { name: 'home-loading', path: '/terms', act: steps(endless, follow('/playlists')) },
    { name: 'home-failed', path: '/terms', act: steps(failing, follow('/playlists'), failed) },
    { name: 'mine', path: '/my-playlists', as: 'user' },
    { name: 'mine-filled', path: '/my-playlists', as: 'user', filled: true },
    { name: 'mine-guest', path: '/my-playlists' },
    { name: 'mine-loading', path: '/search', as: 'user', act: steps(endless, follow('/my-playlists')) },
    { name: 'mine-failed', path: '/search', as: 'user', act: steps(failing, follow('/my-playlists'), failed) },
    { name: 'mine-new', path: '/my-playlists', as: 'user', act: press(/^(new channel|nieuw kanaal)/i) },
    { name: 'mine-examples', path: '/my-playlists', as: 'user', act: press(/^(show examples|toon voorbeelden)$/i) },
    { name: 'direct-share', path: '/my-playlists', as: 'user', act: inDial(/^(direct share|direct gedeeld)$/i) },
    { name: 'watch-later', path: '/my-playlists', as: 'user', act: inDial(/^(watch later|later bekijken)$/i) },
    { name: 'archive', path: '/my-playlists?archive=true', as: 'user' },
    { name: 'channels', path: '/channels', as: 'user' },
    { name: 'channel', path: open },
    { name: 'channel-filled', path: open, filled: true },
    { name: 'channel-found', path: `${open}&video=${series?.videos.at(2)?.id}` },
    { name: 'channel-loading', path: '/playlists', act: steps(endless, follow(open)) },
    { name: 'channel-failed', path: '/playlists', act: steps(failing, follow(open), failed) },
    { name: 'channel-missing', path: '/playlists?playlist=AAAAAAAAAAA' },
    { name: 'own', ...mine },
    { name: 'own-filled', ...mine, filled: true },
    { name: 'own-share', ...mine, act: press(/^(share|delen)$/i) },
    { name: 'own-menu', ...mine, act: channelMenu },
    { name: 'own-series-menu', ...mine, act: seriesMenu },
    { name: 'own-video-menu', ...mine, act: videoMenu },
    { name: 'own-add', ...mine, act: press(addItem) },
    { name: 'own-add-found', ...mine, act: steps(press(addItem), type(/^link$/i, 'https://example.com/')) },
    { name: 'own-add-wrong', ...mine, act: steps(press(addItem), type(/^link$/i, 'example,com')) },
    { name: 'own-add-private', ...mine, act: steps(press(addItem), type(/^link$/i, 'http://10.0.0.1/film.mp4')) },
    {
      name: 'own-add-several',
      ...mine,
      act: steps(press(addItem), type(/^link$/i, 'https://example.com/ https://example.org/ http://10.0.0.1/film.mp4')),
    },
    { name: 'own-add-series', ...mine, act: inChannelMenu(/^(add a series|reeks toevoegen)$/i) },
    { name: 'own-edit', ...mine, act: inChannelMenu(editChannel) },
    {
      name: 'own-discard',
      ...mine,
      act: steps(inChannelMenu(editChannel), type(/^(name|naam)$/i, 'Another name'), (page) => page.keyboard.press('Escape')),
    },
    { name: 'own-settings', ...mine, act: inChannelMenu(/^(channel settings|kanaalinstellingen)$/i) },
    { name: 'own-delete', ...mine, act: inChannelMenu(/^(delete channel|kanaal verwijderen)$/i) },
    { name: 'own-series-edit', ...mine, act: inSeriesMenu(/^(edit series|reeks bewerken)$/i) },
    { name: 'own-series-delete', ...mine, act: inSeriesMenu(/^(delete series|reeks verwijderen)$/i) },
    { name: 'own-video-edit', ...mine, act: inVideoMenu(/^(edit episode|video bewerken)$/i) },
    { name: 'own-video-to-other', ...mine, act: inVideoMenu(/^(move item to another series|video naar een andere reeks)$/i) },
    { name: 'own-video-home', ...mine, act: steps(otherVideoMenu, press(/^(make home|maak openingsvideo)$/i)) },
    { name: 'player', path: `${open}&play=${video?.id}` },
    { name: 'player-filled', path: `${open}&play=${video?.id}`, filled: true },
    { name: 'player-speed', path: `${open}&play=${video?.id}`, act: steps(press(/^(play|afspelen)$/i), press(/^(speed|snelheid)/i)) },
    { name: 'player-consent', path: `${open}&play=${series?.videos.find(({ site }) => site !== 'Choice')?.id}` },
    { name: 'search', path: '/search' },
    { name: 'search-found', path: '/search?keyword=slow' },
    { name: 'search-none', path: '/search?keyword=qqqqqq' },
    { name: 'settings', ...settings },
    { name: 'settings-filled', ...settings, filled: true },
    { name: 'settings-guest', path: '/settings' },
    { name: 'settings-password', ...settings, act: press(/^(change password|wachtwoord wijzigen)/i) },
    { name: 'settings-sessions', ...settings, act: press(/^(where you are logged in|waar je bent ingelogd)/i) },
    { name: 'profile', path: '/settings?view=editProfile', as: 'user' },
    { name: 'login', path: '/login' },
    {
      name: 'login-wrong',
      path: '/login',
      act: async (page) => {
        await page.locator('[name=user]').fill('somebody')
        await page.locator('[name=password]').fill('something')
        const robot = page.getByRole('checkbox')
        if (await robot.count()) await robot.check()
        await page.locator('form button[type=submit]:enabled').click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'login-forgot', path: '/login', act: press(/forgot password|wachtwoord vergeten/i) },
    { name: 'register', path: '/register' },
    { name: 'register-link', path: '/register?email=wout%40peeters.example&token=abc' },
    { name: 'terms', path: '/terms' },
    { name: 'cookies', path: '/cookiesPolicy' },
    { name: 'login-needed', path: '/playlists', act: press(/make a channel|maak een kanaal/i) },
    { name: 'what-it-is', path: '/settings?view=home' },
    { name: 'privacy', path: '/privacy' },
    { name: 'offline', path: '/playlists', act: unplugged },
    { name: 'update', path: '/playlists', act: newerVersion },
    { name: 'not-found', path: '/not-found' },
  ]
}
