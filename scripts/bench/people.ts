// Measures follows, likes and views, each beside a bare insert of one row; and the list of follows, beside a bare read.
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { insertFollows } from '#features/social/server/queries/follows.ts'
import { updatePopularity } from '#features/social/server/queries/suggestions.ts'
import type { Db } from '#kit/server/db/db.ts'
import { headersOf, type Servers } from './flows.ts'
import type { Ask } from './load.ts'
import { listViewers, type Seeded, type Viewer } from './seed.ts'
import { type Flow, inTurns, ratioOf, type Side, summarise } from './turns.ts'

/** Number of follows per user when reading follows. */
const followed = 40
/** Number of videos that are liked and viewed. */
const maxVideos = 400

const post = (path: string, body: object, token?: string): Ask => ({
  method: 'POST',
  path,
  headers: { ...headersOf(token), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Combines each of some with each of others, the first changing faster: no pair repeats before all have occurred. */
function eachOnce<Fast, Slow>(fast: readonly Fast[], slow: readonly Slow[], ask: (one: Fast, other: Slow) => Ask): () => Ask {
  let next = 0
  return () => {
    const at = next++
    return ask(fast[at % fast.length]!, slow[Math.floor(at / fast.length) % slow.length]!)
  }
}

/** Returns public channels that these users can't edit, and videos in them. */
async function listThings(db: Db, viewers: readonly Viewer[]) {
  const userIds = viewers.map(({ userId }) => userId)
  const channels = await db
    .selectFrom('playlist')
    .select('id')
    .where('status_id', '=', 3)
    .where('user_id', 'not in', userIds)
    .orderBy('id')
    .execute()
  const videos = await db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select('video.id')
    .where('playlist.status_id', '=', 3)
    .where('playlist.user_id', 'not in', userIds)
    .orderBy('video.id')
    .limit(maxVideos)
    .execute()
  return { channels: channels.map(({ id }) => id), videos: videos.map(({ id }) => id) }
}

async function makeFollows(db: Db, viewers: readonly Viewer[], channels: readonly string[]) {
  const day = 24 * 3600 * 1000
  const rows = viewers.flatMap(({ userId }, person) =>
    Array.from({ length: followed }, (_, at) => ({
      userId,
      playlistId: channels[(person * 7 + at * 3) % channels.length]!,
      position: at * 1024,
      followedAt: new Date(Date.now() - at * day),
      seenAt: new Date(),
    })),
  )
  await insertFollows(db, rows)
  await updatePopularity(db, { days: 28, halfLifeDays: 7, points: { follow: 4, like: 2, view: 1 } })
  await sql`analyze`.execute(db)
}

interface Following {
  suggested: { following_id: string; reason: unknown }[]
}
/** The floor gets the suggestions as input: finding them is the product's own work. */
async function bareFollowing({ product, floor }: Servers, viewers: readonly Viewer[], path: string): Promise<Ask[]> {
  return Promise.all(
    viewers.map(async ({ userId, token }) => {
      const answer = (await (await fetch(product.url + path, { headers: headersOf(token) })).json()) as Following
      const suggested = answer.suggested.map(({ following_id: id, reason }) => ({ id, reason }))
      const ask = post('/following', { user_id: userId, suggested })
      const bare: unknown = await (await fetch(floor.url + ask.path, { method: 'POST', headers: ask.headers, body: ask.body! })).json()
      if (!isDeepStrictEqual(answer, bare)) throw new Error('the floor answers following otherwise than the product')
      return ask
    }),
  )
}

export async function measurePeople(
  servers: Servers,
  db: Db,
  { ownChannels }: Seeded,
  wanted: (name: string) => boolean,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  if (!['follow', 'like', 'view', 'view_apart', 'following'].some(wanted)) return
  const viewers = await listViewers(db, ownChannels)
  const { channels, videos } = await listThings(db, viewers)
  const measure = async (name: string, asks: Record<'floor' | 'user', Side['asks']>, clear?: () => Promise<unknown>) => {
    const sides: Record<'floor' | 'user' | 'hello', Side> = {
      floor: { ...servers.floor, asks: asks.floor },
      user: { ...servers.product, asks: asks.user },
      hello: { ...servers.hello, asks: [{ method: 'GET', path: '/', headers: headersOf() }] },
    }
    const measured = []
    for (let turn = 0; turn < servers.turns; turn++) {
      measured.push(...(await inTurns(sides, 1, servers.seconds)))
      await clear?.()
    }
    const ratios = { ratio: ratioOf(measured, 'user', 'hello'), floor_ratio: ratioOf(measured, 'user', 'floor'), floor_ratio_guest: null }
    done(name, summarise(measured, 'user', ratios))
  }

  await sql`create table bare_row (id bigint generated always as identity primary key, user_id text not null, thing text not null,
    made_at timestamptz not null default now())`.execute(db)
  const bare = eachOnce(viewers, videos, ({ userId }, thing) => post('/bare_insert', { user_id: userId, thing }))
  interface Insert {
    things: readonly string[]
    ask: (thing: string, viewer: Viewer) => Ask
    clear: RawBuilder<unknown>
    /** Simultaneous requests are about different things. Default: the same thing, as in a crowd. */
    isApart?: boolean
  }
  const viewing: Insert = {
    things: videos,
    ask: (thing, { token }) => post('/api/view', { viewable_type: 'video', viewable_id: thing }, token),
    clear: sql`truncate view_action, view_to_count`,
  }
  const inserts: Record<string, Insert> = {
    follow: {
      things: channels,
      ask: (thing, { token }) => post('/api/follow', { following_type: 'playlist', following_id: thing }, token),
      clear: sql`delete from follow`,
    },
    like: {
      things: videos,
      ask: (thing, { token }) => post('/api/like', { liked_type: 'video', liked_id: thing }, token),
      clear: sql`delete from liking`,
    },
    view: viewing,
    view_apart: { ...viewing, isApart: true },
  }
  for (const [name, { things, ask, clear, isApart }] of Object.entries(inserts)) {
    if (!wanted(name)) continue
    const user = isApart ? eachOnce(things, viewers, ask) : eachOnce(viewers, things, (viewer, thing) => ask(thing, viewer))
    await measure(name, { floor: bare, user }, () => clear.execute(db))
  }
  if (wanted('following')) {
    await makeFollows(db, viewers, channels)
    const path = '/api/user/following'
    const floor = await bareFollowing(servers, viewers, path)
    await measure('following', { floor, user: viewers.map(({ token }) => ({ method: 'GET', path, headers: headersOf(token) })) })
  }
}
