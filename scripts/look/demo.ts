import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loginBodies } from '../bench/tokens.ts'

export interface Tokens extends Record<string, string> {
  access_token: string
  refresh_token: string
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const computer = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/**
 * Logs a demonstration user in, first on a phone and then here.
 * @param loginsFile written by the product: a username and a password per line
 * @param name `marieke`: demo.marieke
 */
export async function tokensOf(url: string, loginsFile: string, name: string): Promise<Tokens> {
  const user = `demo.${name}`
  const password = new RegExp(`${user}\\s+(\\S+)`).exec(readFileSync(loginsFile, 'utf8'))?.[1] ?? ''
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

/** Makes a demonstration user an operator. @param dataDir the product's */
export async function operatorOf(url: string, dataDir: string, name: string): Promise<Tokens> {
  const tokens = await tokensOf(url, join(dataDir, 'demo-logins.txt'), name)
  const profile = await fetch(`${url}/api/user/profile`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const { email } = (await profile.json()) as { email: string }
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  await promisify(execFile)(process.execPath, [join('scripts', 'start.mjs'), 'operator', email], { env })
  return tokens
}

interface Tile {
  id: string
  name: string
  icon: string | null
  series: { id: string; name: string; videos: { id: string; title: string; site: string; src: string }[] }[]
}

interface Mine {
  other: Tile[]
  public: Tile[]
  groups: { id: string; name: string }[]
}

export interface DemoChannels {
  /** A public channel whose first video plays from the server. */
  shown: Tile
  /** A channel with an audio item, and a live one. */
  sounds: Tile
  live: Tile
  /** A channel whose first video has chapters, an external link and a long text. */
  told: Tile
  /** A channel with a film that is long enough to continue later. */
  begun: Tile
  /** One of the user's own channels, and one of their groups. */
  own: Tile
  group: string
  /** A channel of another user without pictures, and an empty one. */
  drawn: Tile
  empty: Tile
}

export async function demoChannels(url: string, marieke: Tokens, iris: Tokens): Promise<DemoChannels> {
  const read = async <T>(path: string, { access_token }: Tokens) =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${access_token}` } })).json()) as T
  const whole = ({ id }: { id: string }) => read<Tile>(`/api/playlists/${id}`, iris)
  const { data: listed } = await read<{ data: Tile[] }>('/api/playlists/default-playlists?limit=24', marieke)
  const everybodys = await Promise.all(listed.map(whole))
  const [mine, others] = [await read<Mine>('/api/playlists', marieke), await read<Mine>('/api/playlists', iris)]
  const ofIris = await Promise.all([...others.public, ...others.other].map(whole))
  const found = (channels: readonly Tile[], fits: (channel: Tile) => boolean) => channels.find(fits) ?? channels[0]!
  const has = (address: RegExp) => (channel: Tile) => channel.series.some(({ videos }) => videos.some(({ src }) => address.test(src)))
  return {
    shown: found(everybodys, ({ series }) => series[0]?.videos[0]?.site === 'Choice' && (series[0]?.videos.length ?? 0) > 2),
    sounds: found(everybodys, has(/\.m4a$/)),
    live: found(everybodys, has(/\/live\/index\.m3u8$/)),
    told: found(everybodys, has(/patch\.mp4$/)),
    begun: found(everybodys, has(film)),
    own: (mine.public[0] ?? mine.other[0])!,
    group: mine.groups[0]?.id ?? '',
    drawn: found(ofIris, ({ name }) => name === 'Zonder plaatjes'),
    empty: found(ofIris, ({ series }) => series.every(({ videos }) => videos.length === 0)),
  }
}

/** 20 s of a film. */
export const film: RegExp = /\/aurora\/index\.m3u8$/

/** Returns the channel's first video with a matching address. */
export const videoOf = (channel: Tile, address: RegExp): string | undefined =>
  channel.series.flatMap(({ videos }) => videos).find(({ src }) => address.test(src))?.id
