import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { countAllViews } from '#features/watching/server/jobs.ts'
import { cleanUp } from './clean-up.ts'
import { createUser } from './people.ts'
import { type Client, startTestServer } from './serve.ts'

/** Returns functions that read and insert views in the database. */
function storedViews(db: Db) {
  const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
  /** Reads the views of a channel and its videos, from the statistics and as displayed. */
  async function figuresOf(playlistId: string, videoIds: readonly string[] = []) {
    const { rows } = await sql<{ channel: number; videos: number; shown: number }>`
      select (select coalesce(sum(views), 0)::int from channel_view_count where playlist_key = key) as channel,
        (select coalesce(sum(views), 0)::int from item_view_count where playlist_key = key) as videos, views as shown
      from playlist where id = ${playlistId}`.execute(db)
    const shownViews = await db
      .selectFrom('video')
      .select('views')
      .where('id', 'in', [...videoIds, ''])
      .execute()
    return { ...rows[0], shownOfVideos: shownViews.reduce((sum, { views }) => sum + views, 0) }
  }
  /** Inserts a user's view of a channel or of a video in it. The view has a time, and isn't counted yet. */
  async function insertView(key: number, viewer: string, viewed_at: string, videoId?: string) {
    const row = { channel_type: 'playlist', channel_id: `${key}`, viewer, viewed_at, series_id: videoId }
    const items = videoId ? ['', videoId] : ['']
    await db
      .insertInto('view_to_count')
      .values(items.map((item_id) => ({ ...row, item_id })))
      .execute()
  }
  return { keyOf, figuresOf, insertView }
}

/** Starts two instances of the product on one database, with two users. Views are counted only when a test asks for it. */
export async function startViewCounting() {
  const server = await startTestServer({ DATABASE_REQUEST_WAIT: '4' })
  const { db, services } = server
  const other = await server.again()
  const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
  const lasting = new AbortController()
  cleanUp(() => lasting.abort())
  return {
    server,
    db,
    services,
    other,
    ann,
    bob,
    ...storedViews(db),
    view: (client: Client, viewable_id: string, viewable_type: 'video' | 'playlist' = 'video') =>
      client(watchingContract.createView, { body: { viewable_type, viewable_id } }),
    count: (database: Db = db) => countAllViews(database, lasting.signal),
  }
}
