import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { callEndpoint, type Send } from '#kit/contract/client.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract, type Playlist, type Video } from '#features/channels/contract.ts'
import { homeChannelsQuery } from '#features/channels/opening.ts'
import { searchContract, type SearchResults } from '#features/search/contract.ts'
import type { Category } from '#features/search/rules.ts'
import { addOperator } from '#server/operations/admin-accounts.ts'
import { solveCaptchaFor } from '../people.ts'
import type { Client } from '../serve.ts'
import { perProduct, site, withDb } from './product.ts'

/** Returns a client of the started product with this token, or without one for a guest. @param onResponse called with each response */
function clientOf(token?: string, onResponse?: (response: Response) => void): Client {
  const send: Send = async ({ method, url, headers, body }) => {
    const response = await fetch(site.url + url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    onResponse?.(response)
    return { status: response.status, body: await response.json() }
  }
  return (endpoint, input) => callEndpoint(endpoint, input, send)
}

export const guest = clientOf()

/** Waits until a search finds a name. The index is usually updated within a second, but only after its job has started. */
export const untilFound = (name: string, category: Category): Promise<void> =>
  vi.waitFor(
    async () => {
      const result = (await guest(searchContract.search, { query: { keyword: name } })) as SearchResults
      if (!result[category].some((item) => JSON.stringify(item).includes(name))) throw new Error(`“${name}” is not in the search index`)
    },
    { timeout: 90_000, interval: 500 },
  )

/** Returns the channels on the home page. */
export const demoHome = async () => (await guest(channelsContract.listDefaultPlaylists, homeChannelsQuery)).data

/** Returns the demonstration's public channels with all contents. */
export const demoChannels = perProduct(async (): Promise<Playlist[]> => {
  const { data } = await guest(channelsContract.listDefaultPlaylists, { query: {} })
  return Promise.all(data.map(({ id }) => guest(channelsContract.getPlaylist, { params: { id }, query: {} })))
})

/** Returns the first video that guests can see and whose address matches, with its channel. */
export async function demoVideo(address: RegExp): Promise<{ channel: Playlist; video: Video }> {
  for (const channel of await demoChannels())
    for (const { videos } of channel.series) {
      const video = videos.find(({ src }) => address.test(src ?? ''))
      if (video) return { channel, video }
    }
  throw new Error(`The demonstration has no video at ${address}`)
}

/** A demonstration user: the browser's storage after logging in, and a client. */
export interface DemoPerson {
  browserStorage: { user_id: string; access_token: string; refresh_token: string }
  client: Client
}

const people = perProduct(() => new Map<string, Promise<DemoPerson>>())

/** Cookies for media, by access token. */
const mediaCookies = new Map<string, string>()
/** Returns the cookie that {@link logIn} got, which gives access to private files under `/media`. */
export const mediaCookieOf = (accessToken: string | undefined): string | undefined =>
  accessToken === undefined ? undefined : mediaCookies.get(accessToken)

/** Logs a demonstration user in, once per product. @param name such as `marieke` for demo.marieke */
export function demoPerson(name: string): Promise<DemoPerson> {
  const person = people().get(name) ?? logInDemo(`demo.${name}`)
  people().set(name, person)
  return person
}

/** Logs a demonstration user in as an operator. */
export async function demoOperator(name: string): Promise<DemoPerson> {
  const person = await demoPerson(name)
  const { email } = await person.client(accountsContract.getProfile, {})
  await withDb((db) => addOperator(db, email))
  return person
}

function logInDemo(user: string): Promise<DemoPerson> {
  const logins = readFileSync(join(site.dataDir, 'demo-logins.txt'), 'utf8')
  return logIn(user, logins.match(new RegExp(`^\\s*${user}\\s+(\\S+)`, 'm'))?.[1] ?? '')
}

/** Logs in by email address or username. */
export async function logIn(user: string, password: string): Promise<DemoPerson> {
  const body = { grant_type: 'password' as const, user, password, captcha: await solveCaptchaFor(guest) }
  const lines: string[] = []
  const client = clientOf(undefined, ({ headers }) => lines.push(...headers.getSetCookie()))
  const { user_id, access_token, refresh_token } = await client(accountsContract.createToken, { body })
  const [, cookie] = lines.join('\n').match(new RegExp(`^${cookieNames.media}=([^;]+)`, 'm')) ?? []
  if (cookie === undefined) throw new Error('the login came without its cookie')
  mediaCookies.set(access_token, cookie)
  return { browserStorage: { user_id, access_token, refresh_token }, client: clientOf(access_token) }
}

const videosOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    src: `https://videos.example/${name}/${index + 1}.mp4`,
    title: `${name} ${index + 1}`,
    description: `Number ${index + 1}`,
    image: '',
  }))

/**
 * Creates a channel of a demonstration user that a test may change, because other tests of the file read the original channels.
 * @param rows number of videos per series, at most 50 per call; the videos of `One` are `One 1`, `One 2`, …
 */
export async function makeChannel(person: string, name: string, rows: Readonly<Record<string, number>>): Promise<string> {
  const { client } = await demoPerson(person)
  const { id } = await client(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
  for (const [row, count] of Object.entries(rows)) {
    const videos = videosOf(row, count)
    const { id: series } = await client(channelsContract.createSeries, {
      body: { playlist_id: id, name: row, videos: videos.slice(0, 50) },
    })
    for (let offset = 50; offset < count; offset += 50)
      await client(channelsContract.addVideos, { params: { id: series }, body: { videos: videos.slice(offset, offset + 50) } })
  }
  return id
}
