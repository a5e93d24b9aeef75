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
 * Logs somebody of the demonstration in, on a phone and then here.
 * @param loginsFile as the product writes it: a nickname and a password a line
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

/** Has somebody of the demonstration run the installation. @param dataDir the product's */
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
  /** One with something that only sounds, and one that is live. */
  sounds: Tile
  live: Tile
  /** One whose first video has chapters, a link that opens outside, and more to read. */
  told: Tile
  /** One with a film that is long enough to go on with. */
  begun: Tile
  /** One of the user's own, and a group of theirs. */
  own: Tile
  group: string
  /** One of another user's own, of which nothing has a picture, and one with nothing in it. */
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

/** The first video of a channel at such an address. */
export const videoOf = (channel: Tile, address: RegExp): string | undefined =>
  channel.series.flatMap(({ videos }) => videos).find(({ src }) => address.test(src))?.id
