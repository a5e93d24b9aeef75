// Measures the guide: a day of a channel, programmes on 2,000 channels now, and a window of 50 channels; each alternates with the floor and
// with hello.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { headersOf, type Servers } from './flows.ts'
import type { Ask } from './load.ts'
import type { Seeded } from './seed.ts'
import { type Flow, inTurns, ratioOf, type Side, summarise } from './turns.ts'

const channels = 2000
/** Half hours per statement: statements have a timeout of a few seconds. */
const atOnce = 8
const hourMs = 3_600_000

/** Seeds 2,000 TV channels with days of half hours around now and 1,600 titles. Other benchmarks don't use them. */
export async function seedTelevision(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with source as (insert into tv_source (kind, name) values ('xmltv', 'Benchmark') returning id), guide as (
      insert into guide_channel (source_id, key, name, hash)
      select source.id, 'c' || n, 'Channel ' || n, n from source, generate_series(1, ${channels}::int) n returning id, hash)
    insert into tv_channel (name, groups, stream_url, position, guide_channel_id, guide_match, number)
    select 'Channel ' || hash, array['Group ' || hash % 20], 'https://live.example.com/' || hash || '/index.m3u8', hash * 1000, id, 'hand', hash
    from guide returning id`.execute(db)
  for (let first = 0; first < days * 48; first += atOnce)
    await sql`
      insert into guide_programme (guide_channel_id, starts_at, stops_at, id, title, description, hash)
      select id, start, start + interval '30 minutes', random_id(),
        (array['The', 'Late', 'Big', 'Great'])[1 + hash % 4] || ' ' || (array['news', 'river', 'kitchen', 'match', 'garden', 'train', 'night', 'story',
          'market', 'quiz'])[1 + abs(hashint8(hash * 1000 + n)) % 10] || ' ' || abs(hashint8(hash + n)) % 40,
        repeat('Some words of a description. ', 6), 1
      from guide_channel, generate_series(${first}::int, ${first + atOnce - 1}::int) n,
        lateral (select date_trunc('hour', now()) - make_interval(hours => ${days * 12}) + n * interval '30 minutes' as start) as time
      where source_id = (select id from tv_source where name = 'Benchmark')`.execute(db)
  await sql`insert into programme_title (title) select distinct title from programme on conflict do nothing`.execute(db)
  await sql`analyze guide_programme, programme_title`.execute(db)
  await sql`analyze tv_channel`.execute(db)
  return rows[Math.floor(rows.length / 2)]!.id
}

/** Compares all but the time. @throws unless both answer a guest the same: a floor that does less would be invalid */
async function demandSameAnswer(name: string, product: string, floor: string, tries = 3): Promise<void> {
  const read = async (url: string) => ({ ...((await (await fetch(url, { headers: headersOf() })).json()) as object), at: undefined })
  if (isDeepStrictEqual(...((await Promise.all([read(product), read(floor)])) as [unknown, unknown]))) return
  // A new minute may have begun between the two.
  if (tries > 1) return demandSameAnswer(name, product, floor, tries - 1)
  throw new Error(`the floor answers ${name} otherwise than the product`)
}

export async function measureTelevision(
  { product, floor, hello, turns, seconds }: Servers,
  db: Db,
  { tokens }: Seeded,
  wanted: (name: string) => boolean,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  const names = ['tv_day', 'tv_now', 'tv_grid'] as const
  if (!names.some(wanted)) return
  const id = await seedTelevision(db, 4)
  const at = (hours: number) => new Date(Math.floor(Date.now() / hourMs + hours) * hourMs).toISOString()
  const [dayFrom, dayTo, from, to] = [at(-6), at(18), at(0), at(3)]
  const reads = {
    tv_day: { path: `/api/channel/${id}/epg?from=${dayFrom}&to=${dayTo}`, floor: `/tv_day/${id}_${dayFrom}_${dayTo}` },
    tv_now: { path: '/api/guide/now', floor: '/tv_now/all' },
    tv_grid: { path: `/api/guide?from=${from}&to=${to}&limit=50`, floor: `/tv_grid/${from}_${to}` },
  }
  const get = (path: string, token?: string): Ask => ({ method: 'GET', path, headers: headersOf(token) })
  for (const name of names.filter(wanted)) {
    const { path, floor: floorPath } = reads[name]
    await demandSameAnswer(name, product.url + path, floor.url + floorPath)
    const sides: Record<'floor' | 'guest' | 'user' | 'hello', Side> = {
      floor: { ...floor, asks: [get(floorPath)] },
      guest: { ...product, asks: [get(path)] },
      user: { ...product, asks: tokens.map((token) => get(path, token)) },
      hello: { ...hello, asks: [get('/')] },
    }
    const measured = await inTurns(sides, turns, seconds)
    const ratios = {
      ratio: ratioOf(measured, 'user', 'hello'),
      floor_ratio: ratioOf(measured, 'user', 'floor'),
      floor_ratio_guest: ratioOf(measured, 'guest', 'floor'),
    }
    done(name, summarise(measured, 'user', ratios))
  }
}
