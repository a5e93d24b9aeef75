import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { type Benchmark, describeOthers, probeOthers } from './benchmark.ts'
import { round } from './turns.ts'

const hosts = 12

/** Serves fake external sites at twelve addresses of this machine. Every tenth link is dead. */
export async function serveLinks() {
  let requestCount = 0
  const server = createServer((request, response) => {
    requestCount++
    if (request.url?.endsWith('0.mp4')) return response.writeHead(404).end()
    return response.setHeader('content-type', 'video/mp4').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    places: Array.from({ length: hosts }, (_, index) => `127.0.0.${index + 1}:${port}`),
    requestCount: () => requestCount,
    close: () => void server.close(),
  }
}

type LinkSite = Awaited<ReturnType<typeof serveLinks>>

/** Maximum duration of a run, in ms. */
const giveUpMs = 300_000

/** Checks the links of one channel in one run of the job. Measures other users' reads during the run. */
export async function measureLinks(bench: Benchmark, { places, requestCount }: LinkSite): Promise<void> {
  const { db, seeded, size, isWanted, report } = bench
  if (!isWanted('links')) return
  const address = sql`'http://' || (${places}::text[])[1 + n % ${hosts}] || '/' || n || '.mp4'`
  await sql`with made as (
      insert into series (id, playlist_id, name, position) values ('linksseries', ${seeded.bigChannel}, 'Links', 1) returning id)
    insert into video (id, series_id, title, src, kind, site, position)
    select 'l' || substr(md5(n::text), 1, 10), made.id, 'Link ' || n, ${address}, 'file', 'links', n
    from made, generate_series(1, ${size.links}::int) n`.execute(db)
  await sql`insert into link_check (address, host, due_at)
    select src, split_part(split_part(src, '/', 3), ':', 1), now() from video where series_id = 'linksseries'`.execute(db)
  const countLinks = async (from: RawBuilder<unknown>) =>
    (await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db)).rows[0]!.count
  const countUnchecked = () => countLinks(sql`link_check where looked_at is null`)
  const others = await probeOthers(bench, 10)
  await sql`insert into job (name, payload, max_attempts) values ('link-checks-look', '{}', 1)`.execute(db)
  const startedMs = performance.now()
  await others.during(5, async () => (await countUnchecked()) === 0 || performance.now() - startedMs > giveUpMs)
  const figures = {
    seconds: round((performance.now() - startedMs) / 1000, 1),
    left: await countUnchecked(),
    doubtful: await countLinks(sql`video where series_id = 'linksseries' and link_state = 'doubtful'`),
    ...others.figures(),
  }
  report(
    'links_1000',
    figures,
    'links',
    `${size.links} judged in ${figures.seconds} s by ${requestCount()} requests, ${figures.doubtful} doubtful, ${figures.left} left; ` +
      describeOthers(figures),
  )
}
