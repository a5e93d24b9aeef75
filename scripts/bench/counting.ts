// Measures the job that counts views, at 50 views a second: which share of a core it takes.
import { sql } from 'kysely'
import type { Benchmark } from './benchmark.ts'
import { cpuOf } from './processes.ts'
import { listForeignVideos, listViewers } from './seed.ts'
import { median, round } from './turns.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const viewsPerSecond = 50
/** The job runs each minute, so each run counts the views of this many seconds. */
const seconds = 60
const minutes = 5
/** Number of videos that are viewed. The first ones get most of the views. */
const maxVideos = 400
const giveUpMs = 120_000

export async function measureCounting({ servers, db, seeded, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('counting_50')) return
  const viewers = await listViewers(db, seeded.ownChannels)
  const videos = await listForeignVideos(db, viewers, maxVideos)
  const countWaiting = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from view_to_count`.execute(db)).rows[0]!.count
  const times: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    // Inserts views by different guests, each of a video and its channel. Squaring the random number concentrates most views on a few
    // videos.
    await sql`
      insert into view_to_count (channel_type, channel_id, item_id, series_id, viewer, viewed_at)
      select 'playlist', playlist.key, item_id, series.id, md5(concat(${minute}::int, ' ', n)), now() - make_interval(secs => random() * ${seconds}::int)
      from generate_series(1, ${viewsPerSecond * seconds}::int) as n
        join unnest(${videos}::text[]) with ordinality as chosen (id, at) on at = 1 + floor(power(n * 0.618034 % 1, 2) * ${videos.length}::int)
        join video on video.id = chosen.id join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
        cross join unnest(array['', video.id]) as item_id`.execute(db)
    await sql`analyze view_to_count`.execute(db)
    const before = cpuOf(servers.product.pids)
    const startedMs = performance.now()
    await sql`insert into job (name, payload, max_attempts) values ('watching-counting', '{}', 1)`.execute(db)
    while ((await countWaiting()) > 0) {
      if (performance.now() - startedMs > giveUpMs) throw new Error('the views were not counted in time')
      await sleep(500)
    }
    times.push(cpuOf(servers.product.pids) - before)
  }
  const cpu_ms = median(times)
  const percent = round(cpu_ms / (seconds * 10), 1)
  report(
    'counting_50',
    { cpu_ms, percent },
    'counting views',
    `${percent} % of a core at ${viewsPerSecond} views a second (${cpu_ms} CPU ms a minute)`,
  )
}
