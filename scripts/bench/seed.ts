import { sql } from 'kysely'
import pg from 'pg'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { status } from '#features/channels/rules.ts'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'

const userCount = 200
const channels = 500
const seriesPerChannel = 2
const videosPerChannel = 10
const viewers = 50
const wrongPasswordAccounts = 1000
const positionGap = 1 << 20
const password = 'correct horse battery'
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const words = 'slow river night train garden kitchen north light tower field harbour record paper planet'.split(' ')
const sentence = (seed: number, length: number) =>
  range(length)
    .map((i) => words[(seed * 7 + i * 5 + ((seed * i) % 11)) % words.length])
    .join(' ')

export interface SeedResult {
  tokens: string[]
  refreshTokens: string[]
  /** Email addresses of users with the password `password`. */
  people: string[]
  password: string
  /** A channel with 40 videos in four series. */
  bigChannel: string
  video: string
  /** Channels of logged-in users. `token` is the owner's. */
  ownChannels: { id: string; token: string }[]
  victims: string[]
}

/** Adds 200 users, 500 channels, over 10,000 videos, 50 logged-in users, and 1,000 accounts for wrong passwords. */
export async function seed(db: Db): Promise<SeedResult> {
  const hash = await hashPassword(password)
  const account = (name: string) => ({ id: newId(), email: `${name}@bench.example`, nickname: name, password_hash: hash })
  const users = range(userCount).map((i) => account(`viewer-${i}`))
  const attacked = range(wrongPasswordAccounts).map((i) => account(`victim-${i}`))
  await saveAccounts(db, [...users, ...attacked])

  const playlists = range(channels).map((i) => ({
    id: newId(),
    user_id: users[i % userCount]!.id,
    name: sentence(i, 3).slice(0, 50),
    description: sentence(i + 1, 25),
    tags: [words[i % words.length]!, words[(i * 3) % words.length]!],
    status_id: i % 10 === 9 ? status.private : status.public,
    default_rank: i < 40 ? i : null,
    position: (i + 1) * positionGap,
  }))
  await insertPlaylists(db, playlists)
  await sql`update playlist_popularity set score = playlist_key * 37 % 100`.execute(db)
  const series = playlists.flatMap(({ id }, i) =>
    range(i === 0 ? 4 : seriesPerChannel).map((at) => ({
      id: newId(),
      playlist_id: id,
      name: sentence(i + at, 2),
      position: (at + 1) * positionGap,
    })),
  )
  await insertSeries(db, series)
  const videos = series.flatMap(({ id }, i) =>
    range(videosPerChannel).map((at) => ({
      id: newId(),
      series_id: id,
      title: sentence(i * 10 + at, 5),
      description: sentence(i + at, 20),
      src: `https://www.youtube.com/watch?v=${id}`,
      kind: 'youtube',
      site: 'YouTube',
      duration: 60 + ((i * 37 + at * 101) % 7000),
      position: (at + 1) * positionGap,
    })),
  )
  await insertVideos(db, videos)
  const sessions = await Promise.all(users.slice(0, viewers).map(({ id }) => issueSession(db, id)))
  const tokens = sessions.map(({ access_token }) => access_token)
  // Gives the planner statistics of the new rows, as in a database in use.
  await sql`analyze`.execute(db)
  return {
    tokens,
    refreshTokens: sessions.map(({ refresh_token }) => refresh_token),
    people: users.map(({ email }) => email),
    password,
    bigChannel: playlists[0]!.id,
    video: videos[0]!.id,
    ownChannels: playlists.flatMap(({ id }, i) => {
      const token = tokens[i % userCount]
      return token === undefined ? [] : [{ id, token }]
    }),
    victims: attacked.map(({ email }) => email),
  }
}

type ChannelRow = Parameters<typeof insertPlaylists>[1][number]
type VideoRow = Parameters<typeof insertVideos>[1][number]

/** Adds a public channel, and distributes its videos over its series. */
export async function addChannel(
  db: Db,
  channel: Omit<ChannelRow, 'id' | 'status_id'>,
  { series, videos, ...seriesFields }: { series: number; videos: number; name?: string; description?: string },
  videoOf: (index: number) => Omit<VideoRow, 'id' | 'series_id' | 'position'>,
): Promise<{ id: string; seriesIds: string[]; videoIds: string[] }> {
  const [id, seriesIds, videoIds] = [newId(), range(series).map(() => newId()), range(videos).map(() => newId())]
  await insertPlaylists(db, [{ ...channel, id, status_id: status.public }])
  await insertSeries(
    db,
    seriesIds.map((seriesId, index) => ({
      name: 'Videos',
      ...seriesFields,
      id: seriesId,
      playlist_id: id,
      position: (index + 1) * positionGap,
    })),
  )
  await insertVideos(
    db,
    videoIds.map((videoId, index) => ({
      ...videoOf(index),
      id: videoId,
      series_id: seriesIds[index % series]!,
      position: (index + 1) * positionGap,
    })),
  )
  return { id, seriesIds, videoIds }
}

/** A logged-in user. */
export interface Viewer {
  userId: string
  token: string
}

/** Returns the owners of these channels, without duplicates. */
export async function listViewers(db: Db, ownChannels: SeedResult['ownChannels']): Promise<Viewer[]> {
  const ids = ownChannels.map(({ id }) => id)
  const owners = await db.selectFrom('playlist').select(['id', 'user_id']).where('id', 'in', ids).execute()
  const tokens = new Map(owners.map(({ id, user_id: userId }) => [userId, ownChannels.find((channel) => channel.id === id)!.token]))
  return [...tokens].map(([userId, token]) => ({ userId, token }))
}

/** Returns videos in public channels that these users can't edit. */
export async function listForeignVideos(db: Db, viewers: readonly Viewer[], count: number): Promise<string[]> {
  const userIds = viewers.map(({ userId }) => userId)
  const videos = db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select('video.id')
    .where('playlist.status_id', '=', status.public)
    .where('playlist.user_id', 'not in', userIds)
    .where('playlist.team_id', 'is', null)
  return (await videos.orderBy('video.id').limit(count).execute()).map(({ id }) => id)
}

/** Runs statements outside of the pool and its timeouts. */
export async function withClient(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
