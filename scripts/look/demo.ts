import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { type Call, callAs, logIn } from '../bench/demo-users.ts'

/** Logs in the users who appear in the pictures, and makes one an operator. */
export async function logInAll(url: string, dataDir: string) {
  const people = {
    marieke: await logIn(url, dataDir, 'marieke'),
    iris: await logIn(url, dataDir, 'iris'),
    /** A user with subscriptions. */
    rita: await logIn(url, dataDir, 'rita'),
    /** Admin of the demonstration's team. */
    noor: await logIn(url, dataDir, 'noor'),
    operator: await logIn(url, dataDir, 'otto'),
  }
  const { email } = await callAs(url, people.operator)<{ email: string }>('GET', '/api/user/profile')
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  await promisify(execFile)(process.execPath, [join('scripts', 'start.mjs'), 'operator', email], { env })
  return people
}

interface Video {
  id: string
  site: string
  src: string
}
export interface Channel {
  id: string
  name: string
  icon: string | null
  series: { id: string; videos: Video[] }[]
}
interface OwnChannels {
  other: Channel[]
  public: Channel[]
  groups: { id: string }[]
}

const videosOf = ({ series }: Channel): Video[] => series.flatMap(({ videos }) => videos)
const videoOf = (channel: Channel, address: RegExp): Video | undefined => videosOf(channel).find(({ src }) => address.test(src))
/** The first 20 seconds of a film: long enough for a playback position that the site offers to continue from. */
const filmSegmentPattern = /\/aurora\/index\.m3u8$/

interface Tier {
  id: string
  name: string
  channels: { id: string }[]
  playlists: { id: string }[]
}

/** Finds the package that the pictures show, with one of its locked TV channels and one of its locked channels. */
export async function findPackage(marieke: Call) {
  const tiers = await marieke<Tier[]>('GET', '/api/tier')
  const tier = tiers.find(({ name }) => name === 'Atelier Plus')!
  return { tier: tier.id, lockedTv: tier.channels[0]?.id, locked: tier.playlists[0]?.id }
}

/** Finds the channels that the pictures show. */
export async function findChannels(marieke: Call, iris: Call) {
  const readChannel = ({ id }: { id: string }) => iris<Channel>('GET', `/api/playlists/${id}`)
  const { data } = await marieke<{ data: Channel[] }>('GET', '/api/playlists/default-playlists?limit=24')
  const everybodys = await Promise.all(data.map(readChannel))
  const [mine, others] = [await marieke<OwnChannels>('GET', '/api/playlists'), await iris<OwnChannels>('GET', '/api/playlists')]
  const irisChannels = await Promise.all([...others.public, ...others.other].map(readChannel))
  const find = (channels: readonly Channel[], fits: (channel: Channel) => boolean) => channels.find(fits) ?? channels[0]!
  const withVideo = (address: RegExp) => find(everybodys, (channel) => videoOf(channel, address) !== undefined)
  return {
    /** A channel whose first video plays from this server. */
    shown: find(everybodys, ({ series }) => series[0]?.videos[0]?.site === 'Choice' && series[0].videos.length > 2),
    sounds: withVideo(/\.m4a$/),
    live: withVideo(/\/live\/index\.m3u8$/),
    /** A channel whose video has chapters, an external link and a long text. */
    told: withVideo(/patch\.mp4$/),
    begun: withVideo(filmSegmentPattern),
    own: await marieke<Channel>('GET', `/api/playlists/${(mine.public[0] ?? mine.other[0])!.id}`),
    group: mine.groups[0]?.id ?? '',
    /** A channel without pictures. */
    drawn: find(irisChannels, ({ name }) => name === 'Zonder plaatjes'),
    empty: find(irisChannels, (channel) => videosOf(channel).length === 0),
    icons: everybodys.flatMap(({ icon }) => icon ?? []),
  }
}

export type Channels = Awaited<ReturnType<typeof findChannels>>

/** Returns values for `{name}` in the JSON files. @param dir folder in which to write a picture above the size limit */
export async function valuesOf(channels: Channels, person: string, dir: string) {
  const { shown, sounds, live, told, begun, own, group, drawn, empty, icons } = channels
  const ids = Object.fromEntries(
    Object.entries({ shown, sounds, live, told, begun, own, drawn, empty }).map(([name, { id }]) => [name, id]),
  )
  const noise = join(dir, 'noise.png')
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#888', noise: grain } }).toFile(noise)
  return {
    ...ids,
    group,
    noise,
    person,
    ownSeries: own.series[0]?.id,
    /** A video with related videos. */
    ownVideo: videosOf(own).at(-1)?.id,
    shownVideo: videosOf(shown)[0]?.id,
    thirdVideo: shown.series[0]?.videos[2]?.id,
    secondSeries: shown.series[1]?.id,
    foreignVideo: videosOf(shown).find(({ site }) => site !== 'Choice')?.id,
    toldVideo: videoOf(told, /patch\.mp4$/)?.id,
    soundVideo: videoOf(sounds, /\.m4a$/)?.id,
    liveVideo: videoOf(live, /\/live\//)?.id,
    film: videoOf(begun, filmSegmentPattern)?.id,
    icon: icons[0],
    secondIcon: icons[1],
    thirdIcon: icons[2],
    token: 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As',
    justNow: new Date().toISOString(),
    earlier: new Date(Date.now() - 90 * 60_000).toISOString(),
    fifteenYearsAgo: `${new Date().getUTCFullYear() - 15}-01-01`,
  }
}

/** Adds what the demonstration lacks: likes, views, started and related videos, reminders, reports, and an operator's imports. */
export async function prepareDemo(marieke: Call, operator: Call, { shown, sounds, live, begun, own }: Channels): Promise<void> {
  for (const channel of [shown, sounds, live])
    for (const { id } of videosOf(channel).slice(0, 9)) await marieke('POST', '/api/like', { liked_type: 'video', liked_id: id })
  for (const { id } of videosOf(shown)) await marieke('POST', '/api/view', { viewable_type: 'video', viewable_id: id })
  for (const [index, part] of [0.12, 0.55, 0.9, 1].entries())
    await marieke('PUT', `/api/user/positions/${videosOf(shown)[index]?.id}`, { position: part * 1800, duration: 1800 })
  await marieke('PUT', `/api/user/positions/${videoOf(begun, filmSegmentPattern)?.id}`, { position: 11, duration: 20 })
  const [first, ...others] = videosOf(own)
  for (const { id } of others.slice(0, 4)) await marieke('POST', `/api/related/${own.id}`, { video_id: first?.id, related_video_id: id })
  const { data: tv } = await marieke<{ data: { id: string; next: { id: string } | null }[] }>('GET', '/api/channel?limit=20')
  for (const { next } of tv.filter(({ next }) => next !== null).slice(0, 3)) await marieke('POST', '/api/reminders', { epg_id: next?.id })

  const report = { url: 'https://choice.example/en/playlists', message: 'This shows my street, my house and my children.' }
  await marieke('POST', '/api/report', { ...report, report_type_id: 1, reportable_id: shown.id, reportable_type: 'playlist' })
  await marieke('POST', '/api/report', { ...report, report_type_id: 2, reportable_id: videosOf(shown)[0]?.id, reportable_type: 'video' })
  for (const [kind, name] of [
    ['m3u', 'zenders-2026.m3u'],
    ['xmltv', 'gids.xml'],
  ] as const) {
    const body = new FormData()
    body.append('kind', kind)
    body.append('file', new File([readFileSync(join(import.meta.dirname, 'imports', name))], name))
    await operator('POST', '/api/operator/imports', body)
  }
  await operator('POST', '/api/operator/imports', {
    kind: 'xmltv',
    url: 'http://10.0.0.1/gids-van-het-hele-land/met-een-lange-naam/guide.xml.gz',
  })
  for (const { id } of tv.slice(0, 2)) await operator('POST', '/api/operator/promotions', { type: 'channel', channel_id: id })
  for (const { id } of [shown, sounds]) await operator('POST', '/api/operator/promotions', { type: 'playlist', channel_id: id })
}
