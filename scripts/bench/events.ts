// Measures open pages, and events for many of them.
import { Agent, get as httpGet } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { headersOf } from './requests.ts'
import { type Benchmark, describeOthers, probeOthers } from './benchmark.ts'
import { percentile } from './load.ts'
import { rssOf } from './processes.ts'
import { withClient } from './seed.ts'
import { round } from './turns.ts'

/** The server's limit of connections per user and process. */
export const pagesPerUser = 20
/** Number of connections opened at the same time. */
export const openConcurrency = 50
const giveUpMs = 300_000

interface Page {
  /** Calls `onArrival` when this text arrives. */
  expect: (text: string, onArrival: () => void) => void
  leave: () => void
}

/** Opens a page that follows events. Resolves when it is connected. */
export const openPage = (url: string, agent: Agent, token: string) =>
  new Promise<Page>((resolve, reject) => {
    let pendingCall: { text: string; onArrival: () => void } | undefined
    let remainder = ''
    const request = httpGet(`${url}/api/events`, { agent, headers: headersOf(token) }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} instead of events`))
      const page: Page = { expect: (text, onArrival) => void (pendingCall = { text, onArrival }), leave: () => void request.destroy() }
      response.setEncoding('utf8').on('data', (text: string) => {
        // The stream is open once the first event, which has the position, arrives.
        if (text.includes('id: ')) resolve(page)
        if (!pendingCall) return
        remainder = (remainder + text).slice(-4096)
        if (!remainder.includes(pendingCall.text)) return
        const { onArrival } = pendingCall
        pendingCall = undefined
        onArrival()
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
  })

/** Opens pages for as few users as possible, and measures the time until an event reaches all of them. */
export async function measureEvents({ server: { url, pid }, db, seeded, size, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('events_2000')) return
  const count = size.pages
  const accounts = db.selectFrom('account').select('id').where('email', 'in', seeded.people).orderBy('id')
  const ids = (await accounts.limit(Math.ceil(count / pagesPerUser)).execute()).map(({ id }) => id)
  const tokens = await Promise.all(ids.map(async (id) => (await issueSession(db, id)).access_token))
  const agent = new Agent({ maxSockets: Infinity })
  const before = rssOf(pid)
  const pages: Page[] = []
  for (let offset = 0; offset < count; offset += openConcurrency) {
    const batch = Array.from({ length: Math.min(openConcurrency, count - offset) }, (_, index) =>
      openPage(url, agent, tokens[Math.floor((offset + index) / pagesPerUser)]!),
    )
    pages.push(...(await Promise.all(batch)))
  }
  await sleep(2000)
  const rssBytes = rssOf(pid)
  const times: number[] = []
  for (let turn = 0; turn < size.rounds; turn++) {
    const topic = `bench:${turn}`
    const arrivals = Promise.all(
      pages.map((page) => new Promise<number>((resolve) => page.expect(`"${topic}"`, () => resolve(performance.now())))),
    )
    const startedMs = performance.now()
    await insertLiveEvents(
      db,
      ids.map((to) => ({ to, name: 'changed', data: { topics: [topic], by: null } })),
    )
    times.push(...(await arrivals).map((at) => at - startedMs))
    await sleep(500)
  }
  const after = rssOf(pid)
  for (const { leave } of pages) leave()
  const rss_growth_mb = Math.max(rssBytes, after) - before
  const p50_ms = round(percentile(times, 0.5), 1)
  const p99_ms = round(percentile(times, 0.99), 1)
  const text = `at ${count} pages in ${p50_ms} ms, p99 ${p99_ms} ms; memory grew by ${rss_growth_mb} MB`
  report('events_2000', { pages: count, rss_growth_mb, p50_ms, p99_ms }, 'events', text)
}

async function addFollowers(client: pg.Client, key: number, count: number) {
  await client.query(
    `insert into account (id, email, password_hash)
     select 'F' || substr(md5('F' || n), 1, 10), 'follower-' || n || '@bench.example', 'none' from generate_series(1, $1::int) n`,
    [count],
  )
  await client.query(
    `insert into follow (user_id, playlist_key, position) select id, $1, 0 from account where email like 'follower-%@bench.example'`,
    [key],
  )
  await client.query('analyze')
}

/** Adds a video to a channel with many followers. Measures the time until all are notified, and other users' reads until then. */
export async function measureFanOut(bench: Benchmark): Promise<void> {
  const { database, db, seeded, size, isWanted, report } = bench
  if (!isWanted('fan_out_20000')) return
  const { followers } = size
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', seeded.bigChannel).executeTakeFirstOrThrow()
  await withClient(database.url, (client) => addFollowers(client, key, followers))
  const others = await probeOthers(bench, 10)
  await sql`insert into video (id, series_id, title, src, kind, site, position)
    select 'fannedout01', id, 'New', 'https://www.youtube.com/watch?v=fannedout01', 'youtube', 'YouTube', 0 from series
    where playlist_id = ${seeded.bigChannel} order by position limit 1`.execute(db)
  await sql`update channel_news set due_at = now() where playlist_key = ${key}`.execute(db)
  await sql`insert into job (name, payload, max_attempts) values ('notifications-news', '{}', 1)`.execute(db)
  const startedMs = performance.now()
  const notices = sql<{ told: number }>`select count(*)::int as told from notification where kind = 'new_items' and playlist_key = ${key}`
  const countNotified = async () => (await notices.execute(db)).rows[0]!.told
  await others.during(2, async () => (await countNotified()) >= followers || performance.now() - startedMs > giveUpMs)
  const seconds = round((performance.now() - startedMs) / 1000, 1)
  const notified = await countNotified()
  const figures = { followers, told: notified, seconds, ...others.figures() }
  const text = `${notified} of ${followers} followers told in ${seconds} s; ${describeOthers(figures)}`
  report('fan_out_20000', figures, 'fan-out', text)
}
