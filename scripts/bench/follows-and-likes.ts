// Measures follows, likes and views, compared with a bare insert of one row, and the list of follows, compared with a bare read.
import { type RawBuilder, sql } from 'kysely'
import { insertFollows } from '#features/social/server/queries/follows.ts'
import { updatePopularity } from '#features/social/server/queries/suggestions.ts'
import type { Db } from '#kit/server/db/db.ts'
import { assertSameResponse, get, post, read } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import type { BenchRequest } from './load.ts'
import { listForeignVideos, listViewers, type Viewer } from './seed.ts'
import type { Servers } from './turns.ts'

/** Number of channels that each user follows when the list is read. */
const followsPerUser = 40
/** Number of videos to like and view. */
const maxVideos = 400
const dayMs = 86_400_000

/**
 * Returns a function that returns the request for the next pair. Pairs all items of `fast` with the first of `slow`, then with the second,
 * and so on. Starts again after the last pair.
 */
function requestEachPair<Fast, Slow>(
  fast: readonly Fast[],
  slow: readonly Slow[],
  ask: (a: Fast, b: Slow) => BenchRequest,
): () => BenchRequest {
  let next = 0
  return () => {
    const index = next++
    return ask(fast[index % fast.length]!, slow[Math.floor(index / fast.length) % slow.length]!)
  }
}

/** Returns public channels that these users can't edit. */
async function listForeignChannels(db: Db, viewers: readonly Viewer[]): Promise<string[]> {
  const userIds = viewers.map(({ userId }) => userId)
  const result = db
    .selectFrom('playlist')
    .select('id')
    .where('status_id', '=', 3)
    .where('user_id', 'not in', userIds)
    .where('team_id', 'is', null)
  return (await result.orderBy('id').execute()).map(({ id }) => id)
}

async function makeFollows(db: Db, viewers: readonly Viewer[], channels: readonly string[]) {
  const rows = viewers.flatMap(({ userId }, person) =>
    Array.from({ length: followsPerUser }, (_, index) => ({
      userId,
      playlistId: channels[(person * 7 + index * 3) % channels.length]!,
      position: index * 1024,
      followedAt: new Date(Date.now() - index * dayMs),
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
/** The floor gets the suggestions as a parameter, because finding them is the product's own work. */
async function createFloorRequests({ product, floor }: Servers, { userId, token }: Viewer): Promise<BenchRequest> {
  const ask = get('/api/user/following', token)
  const { suggested } = await read<Following>(product.url, ask)
  const bare = post('/following', { user_id: userId, suggested: suggested.map(({ following_id: id, reason }) => ({ id, reason })) })
  await assertSameResponse({ url: product.url, ask }, { url: floor.url, ask: bare })
  return bare
}

interface Insert {
  subjectIds: readonly string[]
  ask: (itemId: string, viewer: Viewer) => BenchRequest
  clear: RawBuilder<unknown>
  /** True if simultaneous requests have different subjects. By default, they have the same one, as when many users like one video. */
  hasDistinctSubjects?: boolean
}

export async function measureFollowsAndLikes({ servers, db, seeded: { ownChannels }, isWanted, measure }: Benchmark): Promise<void> {
  if (!['follow', 'like', 'view', 'view_apart', 'following'].some(isWanted)) return
  const viewers = await listViewers(db, ownChannels)
  const channels = await listForeignChannels(db, viewers)
  const videos = await listForeignVideos(db, viewers, maxVideos)

  await sql`create table bare_row (id bigint generated always as identity primary key, user_id text not null, thing text not null,
    made_at timestamptz not null default now())`.execute(db)
  const bare = requestEachPair(viewers, videos, ({ userId }, thing) => post('/bare_insert', { user_id: userId, thing }))
  const viewing: Insert = {
    subjectIds: videos,
    ask: (itemId, { token }) => post('/api/view', { viewable_type: 'video', viewable_id: itemId }, token),
    clear: sql`truncate view_action, view_to_count`,
  }
  const inserts: Record<string, Insert> = {
    follow: {
      subjectIds: channels,
      ask: (itemId, { token }) => post('/api/follow', { following_type: 'playlist', following_id: itemId }, token),
      clear: sql`delete from follow`,
    },
    like: {
      subjectIds: videos,
      ask: (itemId, { token }) => post('/api/like', { liked_type: 'video', liked_id: itemId }, token),
      clear: sql`delete from liking`,
    },
    view: viewing,
    view_apart: { ...viewing, hasDistinctSubjects: true },
  }
  for (const [name, { subjectIds, ask, clear, hasDistinctSubjects }] of Object.entries(inserts)) {
    if (!isWanted(name)) continue
    const user = hasDistinctSubjects
      ? requestEachPair(subjectIds, viewers, ask)
      : requestEachPair(viewers, subjectIds, (viewer, thing) => ask(thing, viewer))
    await measure(name, { floor: bare, user, clear: () => clear.execute(db) })
  }
  if (isWanted('following')) {
    await makeFollows(db, viewers, channels)
    const floor = await Promise.all(viewers.map((viewer) => createFloorRequests(servers, viewer)))
    await measure('following', { floor, user: viewers.map(({ token }) => get('/api/user/following', token)) })
  }
}
