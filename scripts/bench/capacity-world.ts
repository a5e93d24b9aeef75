// The site that simulated viewers visit: 500 channels with pictures, 2,000 TV channels, and users with a channel each.
import { sql } from 'kysely'
import sharp from 'sharp'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos } from '#features/channels/server/queries/videos.ts'
import { status } from '#features/channels/rules.ts'
import { indexChanges } from '#features/search/server/index-changes.ts'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb, type Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { headersOf } from './requests.ts'
import type { User, World } from './capacity-flows.ts'
import type { WriteFigures } from './capacity-report.ts'
import { range, seed, type SeedResult, withClient } from './seed.ts'
import { seedTelevision } from './television.ts'

/** Number of users per statement. */
const usersPerStatement = 200
const videosPerUser = 20
const positionGap = 1 << 20
/** Number of channels on the first screen. */
const pictures = 12
const programmeCount = 1000

async function addUsers(db: Db, count: number): Promise<User[]> {
  const users: User[] = []
  for (let first = 0; first < count; first += usersPerStatement) {
    const batch = range(Math.min(usersPerStatement, count - first)).map((at) => ({
      id: newId(),
      number: first + at,
      channel: newId(),
      series: newId(),
      videos: range(videosPerUser).map(() => newId()),
    }))
    const account = ({ id, number }: { id: string; number: number }) => ({
      id,
      email: `capacity-${number}@bench.example`,
      nickname: `capacity-${number}`,
      password_hash: 'none',
    })
    await saveAccounts(db, batch.map(account))
    await insertPlaylists(
      db,
      batch.map(({ id, number, channel }) => ({
        id: channel,
        user_id: id,
        name: `Evenings ${number}`,
        status_id: status.private,
        position: positionGap,
      })),
    )
    await insertSeries(
      db,
      batch.map(({ channel, series }) => ({ id: series, playlist_id: channel, name: 'Videos', position: positionGap })),
    )
    const videos = batch.flatMap(({ series, videos: ids }) => ids.map((videoId, index) => ({ videoId, at: index, series })))
    await insertVideos(
      db,
      videos.map(({ videoId, at, series }) => ({
        id: videoId,
        series_id: series,
        title: `Video ${at}`,
        src: `https://www.youtube.com/watch?v=${videoId}`,
        kind: 'youtube',
        site: 'YouTube',
        duration: 600,
        position: (at + 1) * positionGap,
      })),
    )
    const sessions = await Promise.all(batch.map(({ id }) => issueSession(db, id)))
    users.push(
      ...batch.map(({ channel, series, videos: ids }, index) => ({ token: sessions[index]!.access_token, channel, series, videos: ids })),
    )
  }
  return users
}

/** Fills the database and its search index. @param tvDays number of days in the guide */
export async function makeWorld(
  databaseUrl: string,
  users: number,
  tvDays: number,
): Promise<Omit<World, 'files' | 'pictures'> & { seeded: SeedResult }> {
  const db = createDb({ connection: databaseUrl, timeouts: databaseTimeouts.background, onError: () => undefined })
  try {
    const seeded = await seed(db)
    await seedTelevision(db, tvDays)
    const addedUsers = await addUsers(db, users)
    await indexChanges(db)
    await sql`analyze`.execute(db)
    const { rows: channels } = await sql<{ id: string; videos: string[] }>`
      select playlist.id, array_agg(video.id) as videos
      from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id
      where playlist.status_id = ${status.public} group by playlist.id order by playlist.default_rank, playlist.id`.execute(db)
    const { rows: tv } = await sql<{ id: string }>`select id from tv_channel order by position`.execute(db)
    const { rows: firstChannels } = await sql<{ id: string }>`
      select id from guide_programme where starts_at > now() order by starts_at, id limit ${programmeCount}`.execute(db)
    const { rows: titles } = await sql<{ title: string }>`select distinct title from programme limit 200`.execute(db)
    const { rows: names } = await sql<{
      title: string
    }>`select name as title from playlist where status_id = ${status.public} limit 200`.execute(db)
    const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
    return {
      seeded,
      users: addedUsers,
      channels,
      tvChannels: idsOf(tv),
      programmes: idsOf(firstChannels),
      keywords: [...titles, ...names].map(({ title }) => title),
    }
  } finally {
    await db.destroy()
  }
}

/** Adds pictures to the channels of the first screen. */
export async function addPictures(url: string, { ownChannels }: SeedResult): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer()
  const photograph = await sharp(small).resize(1200, 800).jpeg({ quality: 85 }).toBuffer()
  for (const { id, token } of ownChannels.slice(0, pictures)) {
    const body = new FormData()
    body.append('icon', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'photograph.jpg')
    const response = await fetch(`${url}/api/playlists/${id}`, { method: 'PATCH', headers: headersOf(token), body })
    if (!response.ok) throw new Error(`a picture was refused: ${response.status} ${await response.text()}`)
  }
}

/** Returns what a browser loads after the page: static files, and one size of each picture. */
export async function readPage(url: string): Promise<Pick<World, 'files' | 'pictures'>> {
  const page = await (await fetch(`${url}/en/playlists`)).text()
  const findAll = (pattern: RegExp) => [...new Set(page.match(pattern) ?? [])]
  return {
    files: findAll(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g),
    pictures: findAll(/\/media\/pictures\/[\w-]+/g).map((path) => `${path}/320.webp`),
  }
}

/** Returns the size of the database, and how much log it has written, in bytes. */
export async function readWriteFigures(databaseUrl: string): Promise<WriteFigures> {
  let read: WriteFigures | undefined
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<WriteFigures>(
      `select pg_database_size(current_database())::float8 as size, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log`,
    )
    read = rows[0]
  })
  return read!
}
