// Measures the guide: a day of a channel, the current programmes of 2,000 channels, and a window of 50 channels. Each alternates with the
// floor.
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { Benchmark } from './benchmark.ts'
import { measureRead } from './flows.ts'

const channels = 2000
/** Number of half hours per statement, because statements have a timeout of a few seconds. */
const halfHoursPerChannel = 8
const hourMs = 3_600_000

/** Adds 2,000 TV channels, with half-hour programmes for some days around now and 1,600 titles. Other benchmarks don't use them. */
export async function seedTelevision(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with source as (insert into tv_source (kind, name) values ('xmltv', 'Benchmark') returning id), guide as (
      insert into guide_channel (source_id, key, name, hash)
      select source.id, 'c' || n, 'Channel ' || n, n from source, generate_series(1, ${channels}::int) n returning id, hash)
    insert into tv_channel (name, groups, stream_url, position, guide_channel_id, guide_match, number)
    select 'Channel ' || hash, array['Group ' || hash % 20], 'https://live.example.com/' || hash || '/index.m3u8', hash * 1000, id, 'hand', hash
    from guide returning id`.execute(db)
  for (let first = 0; first < days * 48; first += halfHoursPerChannel)
    await sql`
      insert into guide_programme (guide_channel_id, starts_at, stops_at, id, title, description, hash)
      select id, start, start + interval '30 minutes', random_id(),
        (array['The', 'Late', 'Big', 'Great'])[1 + hash % 4] || ' ' || (array['news', 'river', 'kitchen', 'match', 'garden', 'train', 'night', 'story',
          'market', 'quiz'])[1 + abs(hashint8(hash * 1000 + n)) % 10] || ' ' || abs(hashint8(hash + n)) % 40,
        repeat('Some words of a description. ', 6), 1
      from guide_channel, generate_series(${first}::int, ${first + halfHoursPerChannel - 1}::int) n,
        lateral (select date_trunc('hour', now()) - make_interval(hours => ${days * 12}) + n * interval '30 minutes' as start) as time
      where source_id = (select id from tv_source where name = 'Benchmark')`.execute(db)
  await sql`insert into programme_title (title) select distinct title from programme on conflict do nothing`.execute(db)
  await sql`analyze guide_programme, programme_title`.execute(db)
  await sql`analyze tv_channel`.execute(db)
  return rows[Math.floor(rows.length / 2)]!.id
}

export async function measureTelevision(bench: Benchmark): Promise<void> {
  if (!['tv_day', 'tv_now', 'tv_grid'].some(bench.isWanted)) return
  const id = await seedTelevision(bench.db, 4)
  const timeAt = (hours: number) => new Date(Math.floor(Date.now() / hourMs + hours) * hourMs).toISOString()
  const [dayFrom, dayTo, from, to] = [timeAt(-6), timeAt(18), timeAt(0), timeAt(3)]
  const reads = {
    tv_day: [`/api/channel/${id}/epg?from=${dayFrom}&to=${dayTo}`, `/tv_day/${id}_${dayFrom}_${dayTo}`],
    tv_now: ['/api/guide/now', '/tv_now/all'],
    tv_grid: [`/api/guide?from=${from}&to=${to}&limit=50`, `/tv_grid/${from}_${to}`],
  } as const
  for (const [name, [path, floorPath]] of Object.entries(reads)) if (bench.isWanted(name)) await measureRead(bench, name, path, floorPath)
}
