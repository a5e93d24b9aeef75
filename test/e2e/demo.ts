import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, type Send } from '#kit/contract/client.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { curationContract, type Playlist, type Video } from '#features/curation/contract.ts'
import { homeRead } from '#features/curation/opening.ts'
import { captcha } from '../people.ts'
import type { Client } from '../serve.ts'
import { perProduct, site } from './product.ts'
import { settingsOf } from './server.ts'

/** Calls of the started product by somebody with this token, or by a guest. @param heard is told each answer */
function clientOf(token?: string, heard?: (answer: Response) => void): Client {
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await fetch(site.url + url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    heard?.(answer)
    return { status: answer.status, body: await answer.json() }
  }
  return (endpoint, input) => call(endpoint, input, send)
}

export const guest = clientOf()

/** What everybody's home shows. */
export const demoHome = async () => (await guest(curationContract.listDefaultPlaylists, homeRead)).data

/** The public channels of the demonstration, with all that is in them. */
export const demoChannels = perProduct(async (): Promise<Playlist[]> => {
  const { data } = await guest(curationContract.listDefaultPlaylists, { query: {} })
  return Promise.all(data.map(({ id }) => guest(curationContract.getPlaylist, { params: { id }, query: {} })))
})

/** The first video of the demonstration that a guest finds at such an address, and its channel. */
export async function demoVideo(address: RegExp): Promise<{ channel: Playlist; video: Video }> {
  for (const channel of await demoChannels())
    for (const { videos } of channel.series) {
      const video = videos.find(({ src }) => address.test(src))
      if (video) return { channel, video }
    }
  throw new Error(`The demonstration has no video at ${address}`)
}

/** Somebody of the demonstration: what the browser keeps of being logged in, and calls in their name. */
export interface DemoPerson {
  stored: { access_token: string; refresh_token: string }
  client: Client
}

const known = perProduct(() => new Map<string, Promise<DemoPerson>>())

/** By access token. */
const mediaCookies = new Map<string, string>()
/** The value of the cookie that came with a login of {@link logIn}: it opens what is not public under `/media`. */
export const mediaCookieOf = (accessToken: string | undefined): string | undefined =>
  accessToken === undefined ? undefined : mediaCookies.get(accessToken)

/** Logs somebody of the demonstration in, once. @param name `marieke`: demo.marieke */
export function demoPerson(name: string): Promise<DemoPerson> {
  const coming = known().get(name) ?? logInDemo(`demo.${name}`)
  known().set(name, coming)
  return coming
}

/** Somebody of the demonstration, as one who runs this installation. */
export async function demoOperator(name: string): Promise<DemoPerson> {
  const person = await demoPerson(name)
  const { email } = await person.client(accountsContract.getProfile, {})
  await promisify(execFile)(process.execPath, [join('scripts', 'start.mjs'), 'operator', email], {
    env: settingsOf(site),
  })
  return person
}

function logInDemo(user: string): Promise<DemoPerson> {
  const logins = readFileSync(join(site.dataDir, 'demo-logins.txt'), 'utf8')
  return logIn(user, logins.match(new RegExp(`^\\s*${user}\\s+(\\S+)`, 'm'))?.[1] ?? '')
}

/** Logs somebody in by e-mail or nickname. */
export async function logIn(user: string, password: string): Promise<DemoPerson> {
  const body = { grant_type: 'password' as const, user, password, captcha: await captcha(guest) }
  const given: string[] = []
  const client = clientOf(undefined, ({ headers }) => given.push(...headers.getSetCookie()))
  const { access_token, refresh_token } = await client(accountsContract.createToken, { body })
  const [, cookie] = given.join('\n').match(new RegExp(`^${cookieNames.media}=([^;]+)`, 'm')) ?? []
  if (cookie === undefined) throw new Error('the login came without its cookie')
  mediaCookies.set(access_token, cookie)
  return { stored: { access_token, refresh_token }, client: clientOf(access_token) }
}

const videosOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    src: `https://videos.example/${name}/${at + 1}.mp4`,
    title: `${name} ${at + 1}`,
    description: `Number ${at + 1}`,
    image: '',
  }))

/**
 * A channel of somebody of the demonstration, to be changed in a test: the ones that came with it are looked at by other tests of the file.
 * @param rows how many videos are in each series, at most 50 a call; those of `One` are called `One 1`, `One 2`, …
 */
export async function makeChannel(person: string, name: string, rows: Readonly<Record<string, number>>): Promise<string> {
  const { client } = await demoPerson(person)
  const { id } = await client(curationContract.createPlaylist, { body: { name, status_id: 1 } })
  for (const [row, count] of Object.entries(rows)) {
    const videos = videosOf(row, count)
    const { id: series } = await client(curationContract.createSeries, {
      body: { playlist_id: id, name: row, videos: videos.slice(0, 50) },
    })
    for (let at = 50; at < count; at += 50)
      await client(curationContract.addVideos, { params: { id: series }, body: { videos: videos.slice(at, at + 50) } })
  }
  return id
}
