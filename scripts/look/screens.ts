import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { loginBodies } from '../bench/tokens.ts'

export interface Screen {
  name: string
  path: string
  as?: 'guest' | 'user'
  /** On a desktop: fills the window instead of standing in the frame. */
  filled?: boolean
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

export interface Tokens extends Record<string, string> {
  access_token: string
  refresh_token: string
}

/** Logs the first demonstration user in. @param loginsFile as the product writes it: a nickname and a password a line */
export async function tokensOf(url: string, loginsFile: string): Promise<Tokens> {
  const [, user = '', password = ''] = /(demo\.\w+)\s+(\S+)/.exec(readFileSync(loginsFile, 'utf8')) ?? []
  const [body = ''] = await loginBodies(url, 1, () => ({ user, password }))
  const answer = await fetch(`${url}/api/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { access_token, refresh_token } = (await answer.json()) as Tokens
  return { access_token, refresh_token }
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
  return { shown: playing, own, long: data.toSorted((a, b) => (b.series?.[0]?.videos.length ?? 0) - (a.series?.[0]?.videos.length ?? 0))[0]! }
}

/** Every screen and dialog there is. */
export function screens({ shown, own }: DemoChannels): Screen[] {
  const series = shown.series?.[0]
  const [video] = series?.videos ?? []
  const button = (name: RegExp) => async (page: Page) => void (await page.getByRole('button', { name }).first().click())
  return [
    { name: 'home', path: '/playlists' },
    { name: 'home-filled', path: '/playlists', filled: true },
    { name: 'home-user', path: '/playlists', as: 'user' },
    { name: 'mine', path: '/my-playlists', as: 'user' },
    { name: 'mine-guest', path: '/my-playlists' },
    { name: 'archive', path: '/my-playlists?archive=true', as: 'user' },
    { name: 'channels', path: '/channels', as: 'user' },
    { name: 'channel', path: `/playlists?playlist=${shown.id}` },
    { name: 'channel-filled', path: `/playlists?playlist=${shown.id}`, filled: true },
    { name: 'channel-found', path: `/playlists?playlist=${shown.id}&video=${series?.videos.at(2)?.id}` },
    { name: 'channel-own', path: `/my-playlists?playlist=${own.id}`, as: 'user' },
    { name: 'channel-missing', path: '/playlists?playlist=AAAAAAAAAAA' },
    { name: 'player', path: `/playlists?playlist=${shown.id}&play=${video?.id}` },
    { name: 'search', path: '/search' },
    { name: 'settings', path: '/settings', as: 'user' },
    { name: 'settings-guest', path: '/settings' },
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'register-link', path: '/register?email=wout%40peeters.example&token=abc' },
    { name: 'login-needed', path: '/playlists', act: button(/make a channel|maak een kanaal/i) },
    { name: 'not-found', path: '/not-found' },
  ]
}
