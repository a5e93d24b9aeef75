// Measures open pages of teams' channels, which report their users' presence.
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { cookieNames } from '#kit/contract/cookies.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { presenceTimes, presencePath } from '#features/together/contract.ts'
import { post, read } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { openConcurrency, openPage, pagesPerUser } from './events.ts'
import { cpuOf } from './processes.ts'
import { addChannel, range } from './seed.ts'
import { makeTeam } from './together.ts'
import { round } from './turns.ts'

/** Number of members in each team, who all have its channels open. */
const membersPerTeam = 20
const positionGap = 1 << 20
/** After this time, pages are at rest. */
const settleMs = 20_000

/** Runs a task for each number up to `count`, several at a time. */
async function forEachOf(count: number, run: (index: number) => Promise<void>): Promise<void> {
  for (let offset = 0; offset < count; offset += openConcurrency)
    await Promise.all(range(Math.min(openConcurrency, count - offset)).map((item) => run(offset + item)))
}

/**
 * Opens pages as browsers do: each page follows events and shows a channel. First measures pages that only follow events, then pages that
 * also show a channel. The figures include the server's other work at rest.
 */
export async function measurePresence({ server, database, db, seeded, size, report }: Benchmark, seconds: number): Promise<void> {
  const accounts = db.selectFrom('account').select('id').where('email', 'in', seeded.people).orderBy('id')
  const users = await Promise.all(
    (await accounts.limit(size.pages / pagesPerUser).execute()).map(async ({ id: userId }) => ({
      userId,
      ...(await issueSession(db, userId)),
    })),
  )
  const pages: { token: string; cookie: string; channelId: string }[] = []
  for (let offset = 0; offset < users.length; offset += membersPerTeam) {
    const members = users.slice(offset, offset + membersPerTeam)
    const channels = await Promise.all(
      range(pagesPerUser).map((n) =>
        addChannel(
          db,
          { user_id: members[0]!.userId, name: `Present ${offset + n}`, position: (40_000 + offset + n) * positionGap },
          { series: 1, videos: 1 },
          () => ({
            title: 'A video',
            description: '',
            src: 'https://www.youtube.com/watch?v=1',
            kind: 'youtube',
            site: 'YouTube',
            duration: 60,
          }),
        ),
      ),
    )
    await makeTeam(
      db,
      members,
      channels.map(({ id }) => id),
    )
    for (const { access_token: token, cookie } of members)
      for (const { id: channelId } of channels) pages.push({ token, cookie, channelId })
  }
  const shares = async () => {
    const pids = { server: [server.pid], database: database.pids }
    const before = { server: cpuOf(pids.server), database: cpuOf(pids.database) }
    const startedMs = performance.now()
    await sleep(seconds * 1000)
    const ms = performance.now() - startedMs
    const share = (name: 'server' | 'database') => ((cpuOf(pids[name]) - before[name]) / ms) * 100
    return { server: share('server'), database: share('database') }
  }
  const agent = new Agent({ maxSockets: Infinity })
  const streams: { leave: () => void }[] = []
  await forEachOf(pages.length, async (index) => void streams.push(await openPage(server.url, agent, pages[index]!.token)))
  await sleep(settleMs)
  const withStreams = await shares()

  const sockets: WebSocket[] = []
  let lost = 0
  let messages = 0
  await forEachOf(pages.length, async (index) => {
    const { token, cookie, channelId } = pages[index]!
    await read(server.url, post('/api/presence', { playlist_id: channelId }, token))
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${presencePath}?playlist_id=${channelId}`, {
      headers: { cookie: `${cookieNames.media}=${cookie}` },
    })
    await once(socket, 'open')
    sockets.push(socket)
    socket.on('message', () => messages++)
    socket.on('close', () => lost++)
  })
  await sleep(settleMs)
  messages = 0
  const openShares = await shares()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from presence where seen_at > now() - make_interval(secs => ${presenceTimes.seconds})`.execute(db)
  const figures = {
    open: pages.length,
    present: rows[0]!.count,
    lost,
    seconds,
    messages_per_second: round(messages / seconds, 1),
    server_percent: round(openShares.server, 1),
    database_percent: round(openShares.database, 1),
    streams_server_percent: round(withStreams.server, 1),
    streams_database_percent: round(withStreams.database, 1),
  }
  for (const socket of sockets) socket.terminate()
  for (const { leave } of streams) leave()
  report(
    'presence_2000',
    figures,
    'presence',
    `${figures.open} open channels, ${figures.present} present, ${lost} lost: ${figures.server_percent} % of a core, database ${figures.database_percent} %; ` +
      `with their event streams alone ${figures.streams_server_percent} and ${figures.streams_database_percent} %`,
  )
}
