import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { type Ask, percentile, probe } from './load.ts'
import { headersOf } from './flows.ts'
import type { Seeded } from './seed.ts'
import { round } from './turns.ts'

const hosts = 12

/** Serves a fake external site at twelve addresses of this machine, where every tenth link is dead. */
export async function serveLinks(): Promise<{ places: string[]; asked: () => number; close: () => void }> {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    if (request.url?.endsWith('0.mp4')) return response.writeHead(404).end()
    return response.setHeader('content-type', 'video/mp4').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    places: Array.from({ length: hosts }, (_, at) => `127.0.0.${at + 1}:${port}`),
    asked: () => asked,
    close: () => void server.close(),
  }
}

/** Timeout of a run in ms. */
const giveUpMs = 300_000

/** Checks the links of one channel of `count` videos in one job run, and measures other users' reads during it. */
export async function measureLinks(url: string, db: Db, { bigChannel, video, tokens }: Seeded, places: readonly string[], count: number) {
  const address = sql`'http://' || (${places}::text[])[1 + n % ${hosts}] || '/' || n || '.mp4'`
  await sql`with made as (insert into series (id, playlist_id, name, position) values ('linksseries', ${bigChannel}, 'Links', 1) returning id)
    insert into video (id, series_id, title, src, kind, site, position)
    select 'l' || substr(md5(n::text), 1, 10), made.id, 'Link ' || n, ${address}, 'file', 'links', n from made, generate_series(1, ${count}::int) n`.execute(
    db,
  )
  await sql`insert into link_check (address, host, due_at)
    select src, split_part(split_part(src, '/', 3), ':', 1), now() from video where series_id = 'linksseries'`.execute(db)
  const read = (path: string): Ask => ({ method: 'GET', path, headers: headersOf(tokens[1]) })
  const others = [read('/api/playlists/default-playlists?limit=20'), read(`/api/videos/${video}`)]
  const before = await probe(url, others, 10)
  await sql`insert into job (name, payload, max_attempts) values ('link-checks-look', '{}', 1)`.execute(db)
  const began = performance.now()
  const left = async () => {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from link_check where looked_at is null`.execute(db)
    return rows[0]!.left
  }
  const times: number[] = []
  while ((await left()) > 0 && performance.now() - began < giveUpMs) {
    times.push(...(await probe(url, others, 5)))
  }
  const { rows } = await sql<{
    doubtful: number
  }>`select count(*)::int as doubtful from video where series_id = 'linksseries' and link_state = 'doubtful'`.execute(db)
  return {
    seconds: round((performance.now() - began) / 1000, 1),
    left: await left(),
    doubtful: rows[0]!.doubtful,
    others_p99_ms: round(percentile(times, 0.99), 1),
    others_p99_before_ms: round(percentile(before.slice(before.length / 2), 0.99), 1),
  }
}
