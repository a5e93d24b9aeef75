// Measures a channel's statistics by day over a year, and an owner's list of 500 channels, each compared with a single statement.
import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { assertSameResponse, get } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { listViewers, range, withClient } from './seed.ts'

const channels = 500
/** Number of views in all channels. */
const allViews = 100_000_000
const days = 366

/**
 * Adds channels with a year of views. In the channel whose statistics are read, each quarter hour has views of guests and of returning
 * users.
 */
async function fillTables(db: Db, url: string, userId: string): Promise<string> {
  const rows = range(channels).map((position) => ({
    id: newId(),
    user_id: userId,
    name: `Channel ${position}`,
    status_id: 3,
    public_since: new Date(),
    position,
  }))
  await db.insertInto('playlist').values(rows).execute()
  const quarters = `generate_series(quarter_hour(now() - interval '${days} days'), quarter_hour(now())) as quarter`
  const channel = rows[0]!.id
  // Doesn't use the product's pool, because the pool's statement timeout is too short.
  await withClient(url, async (client) => {
    await client.query(
      `insert into channel_view_count (playlist_key, quarter, viewers, former_quarter, views)
      select key, quarter, viewers, case when viewers = 'u' then quarter - 1 - back * 97 % 4000 end, 5
      from playlist, ${quarters}, lateral (values ('g'::"char", 0), ('u', 1), ('u', 2 + quarter % 40)) as came (viewers, back)
      where playlist.id = $1`,
      [channel],
    )
    await client.query(
      `insert into channel_view_count (playlist_key, quarter, viewers, views)
      select key, quarter, 'g', ${allViews} / (${channels} * ${days} * 4)
      from playlist, ${quarters} where playlist.user_id = $1 and playlist.id <> $2 and quarter % 24 = 0`,
      [userId, channel],
    )
    await client.query(`insert into watched_time select key, '', quarter, 600 from playlist, ${quarters} where playlist.id = $1`, [channel])
    await client.query('vacuum analyze channel_view_count, watched_time')
  })
  return channel
}

export async function measureStatistics({ servers, database, db, seeded, isWanted, measure, report }: Benchmark): Promise<void> {
  if (!['statistics_year', 'statistics_list'].some(isWanted)) return
  const { userId, token } = (await listViewers(db, seeded.ownChannels))[0]!
  const channel = await fillTables(db, database.url, userId)
  const { rows } = await sql<{ rows: number; views: number; start: string; end: string }>`
    select count(*)::int as rows, sum(views)::bigint as views, (current_date - 364)::text as start, current_date::text as end from channel_view_count`.execute(
    db,
  )
  const { start, end, ...amounts } = rows[0]!
  report('statistics_rows', amounts, 'statistics', `${amounts.views} views in ${amounts.rows} rows`)
  if (isWanted('statistics_year')) {
    const ask = get(`/api/statistics/playlists/${channel}?start_date=${start}&end_date=${end}`, token)
    await measure('statistics_year', { floor: [get(`/statistics_year/${channel}`)], user: [ask] })
  }
  if (isWanted('statistics_list')) {
    const ask = get('/api/statistics/playlists', token)
    const bare = get(`/statistics_list/${userId}`)
    await assertSameResponse({ url: servers.product.url, ask }, { url: servers.floor.url, ask: bare })
    await measure('statistics_list', { floor: [bare], user: [ask] })
  }
}
