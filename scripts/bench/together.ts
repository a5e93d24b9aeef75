// Measures members of a team who edit together: 20 people move videos in a channel of 1,000 videos. Compares a move in a team's channel
// with a move in an own channel.
import { Agent, get as httpGet } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { headersOf, post, read } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { percentile } from './load.ts'
import { measurePresence } from './presence.ts'
import { cpuOf } from './processes.ts'
import { addChannel, listViewers, range, type Viewer } from './seed.ts'
import { ratioOf, round, runInTurns } from './turns.ts'

const memberCount = 20
const videos = 1000
/** Number of moves per second of each person. */
const movesPerSecond = 1
const positionGap = 1 << 20

interface Effect {
  playlist_id: string
  revision: number
  placed: { id: string; after: string | null }[]
}

const videoOf = (index: number) => ({
  title: `The video with the number ${index}`,
  description: '',
  src: `https://www.youtube.com/watch?v=${index}`,
  kind: 'youtube' as const,
  site: 'YouTube',
  duration: 60 + index,
})
const addLarge = (db: Db, userId: string, index: number, count = videos) =>
  addChannel(
    db,
    { user_id: userId, name: `Together ${index}`, position: (20_000 + index) * positionGap },
    { series: 1, videos: count },
    videoOf,
  )

/** Makes a team of these users, and moves the channels to the team. */
export async function makeTeam(db: Db, members: readonly { userId: string }[], channelIds: readonly string[]): Promise<string> {
  const id = newId()
  await db.insertInto('team').values({ id, name: 'Bench' }).execute()
  await db
    .insertInto('team_member')
    .values(members.map(({ userId }, index) => ({ team_id: id, user_id: userId, is_admin: index === 0, accepted_at: new Date() })))
    .execute()
  await sql`update playlist set team_id = ${id} where id = any(${[...channelIds]}::text[])`.execute(db)
  return id
}

/** Follows the events of a user. Resolves when connected. */
const followMoves = (url: string, agent: Agent, token: string, onMove: (effect: Effect, atMs: number) => void) =>
  new Promise<() => void>((resolve, reject) => {
    let remainder = ''
    const request = httpGet(`${url}/api/events`, { agent, headers: headersOf(token) }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} instead of events`))
      response.setEncoding('utf8').on('data', (text: string) => {
        const atMs = performance.now()
        if (text.includes('id: ')) resolve(() => void request.destroy())
        const events = (remainder + text).split('\n\n')
        remainder = events.pop()!
        for (const event of events) {
          const [, data] = /^event: moved\n(?:.*\n)*?data: (.*)$/m.exec(event) ?? []
          if (data !== undefined) for (const effect of (JSON.parse(data) as { moves: Effect[] }).moves) onMove(effect, atMs)
        }
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
  })

/** The order that a page shows. It applies moves by revision, because they may arrive in another order. */
function createOrder(ids: readonly string[], revision: number) {
  let order = [...ids]
  let at = revision
  const pendingEffects = new Map<number, Effect>()
  return {
    add(effect: Effect) {
      pendingEffects.set(effect.revision, effect)
      for (let next = pendingEffects.get(at + 1); next; next = pendingEffects.get(at + 1)) {
        at++
        for (const { id, after } of next.placed) {
          order = order.filter((item) => item !== id)
          order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, id)
        }
      }
    },
    get: () => ({ order, revision: at }),
  }
}

interface MoveAnswer {
  revision?: number
  effects?: unknown[]
  code?: string
}
interface Channel {
  series: { videos: { id: string }[] }[]
  revision: number
}

/** 20 people move videos of one channel, each to the neighbouring place. Checks that no move is lost, and that all see the same order. */
async function measureMoves({ server, database, db, report, size }: Benchmark, members: readonly Viewer[], seconds: number) {
  const { id, seriesIds, videoIds } = await addLarge(db, members[0]!.userId, 0)
  await makeTeam(db, members, [id])
  const channelOf = () => read<Channel>(server.url, { method: 'GET', path: `/api/playlists/${id}`, headers: headersOf(members[0]!.token) })
  const before = await channelOf()
  const agent = new Agent({ maxSockets: Infinity })
  const seenMs: number[] = []
  const sentAt = new Map<number, number>()
  const early = new Map<number, number[]>()
  const orders = members.map(() => createOrder(videoIds, before.revision))
  const leave = await Promise.all(
    members.map(({ token }, index) =>
      followMoves(server.url, agent, token, (effect, atMs) => {
        if (effect.playlist_id !== id) return
        orders[index]!.add(effect)
        const sentAtMs = sentAt.get(effect.revision)
        // The event may arrive before the response to the move.
        if (sentAtMs === undefined) early.set(effect.revision, [...(early.get(effect.revision) ?? []), atMs])
        else seenMs.push(atMs - sentAtMs)
      }),
    ),
  )
  let count = 0
  /** Number of repeated calls, by error code. */
  const repeats: Record<string, number> = {}
  const moveOnce = async ({ token }: Viewer) => {
    const [movedId, after] = [videoIds[Math.floor(Math.random() * videos)]!, videoIds[Math.floor(Math.random() * videos)]!]
    const sentAtMs = performance.now()
    const path = `/api/videos/${movedId}/series/${seriesIds[0]}/${seriesIds[0]}`
    const ask = post(path, { index: 0, after, op_id: newId() }, token)
    // Like a page, repeats a call that got no result. The server makes the move only once.
    let response = await read<MoveAnswer>(server.url, ask)
    for (; response.revision === undefined; response = await read<MoveAnswer>(server.url, ask)) {
      const { code = '' } = response
      repeats[code] = (repeats[code] ?? 0) + 1
      await sleep(1000)
    }
    if (!response.effects?.length) return
    count++
    sentAt.set(response.revision, sentAtMs)
    for (const atMs of early.get(response.revision) ?? []) seenMs.push(atMs - sentAtMs)
  }
  const cpuBefore = { server: cpuOf([server.pid]), database: cpuOf(database.pids) }
  const startedMs = performance.now()
  const everyMs = 1000 / movesPerSecond
  await Promise.all(
    members.map(async (member, index) => {
      await sleep((everyMs * index) / members.length)
      for (let next = performance.now(); performance.now() - startedMs < seconds * 1000; next += everyMs) {
        await sleep(Math.max(0, next - performance.now()))
        await moveOnce(member)
      }
    }),
  )
  const wallMs = performance.now() - startedMs
  const cores = (name: 'server' | 'database', pids: readonly number[]) => round((cpuOf(pids) - cpuBefore[name]) / wallMs, 2)
  const figures = { server_cores: cores('server', [server.pid]), database_cores: cores('database', database.pids) }
  await sleep(2000)
  const after = await channelOf()
  for (const end of leave) end()
  const finalOrder = after.series[0]!.videos.map((video) => video.id).join()
  const agreeing = orders.filter((order) => order.get().order.join() === finalOrder && order.get().revision === after.revision).length
  const lost = count - (after.revision - before.revision)
  const p50_ms = round(percentile(seenMs, 0.5), 1)
  const p95_ms = round(percentile(seenMs, 0.95), 1)
  report(
    'together_1000',
    {
      people: members.length,
      seconds: round(wallMs / 1000, 1),
      moves: count,
      repeats,
      lost,
      agreeing,
      p50_ms,
      p95_ms,
      turns: size.turns,
      ...figures,
    },
    'editing together',
    `${count} moves by ${members.length} people in ${round(wallMs / 1000, 1)} s: ${lost} lost, ${JSON.stringify(repeats)} repeated, ${agreeing} pages agree; seen by the others in ` +
      `${p50_ms} ms, p95 ${p95_ms} ms; server ${figures.server_cores} cores, database ${figures.database_cores}`,
  )
}

/** Compares the same move in a user's channel and in a channel of a team of two. */
async function measureTeamMove({ servers, db, report }: Benchmark, members: readonly Viewer[]) {
  const owners = members.slice(0, 10)
  const sendRequests = async (isTeam: boolean) => {
    const channels = await Promise.all(
      owners.map(async ({ userId, token }, index) => ({ ...(await addLarge(db, userId, (isTeam ? 200 : 100) + index)), token, at: index })),
    )
    if (isTeam) for (const { id, at } of channels) await makeTeam(db, [owners[at]!, members[members.length - 1 - at]!], [id])
    return channels.flatMap(({ seriesIds: [seriesId], videoIds, token }) =>
      range(20).map((at) => post(`/api/videos/${videoIds[at * 47]}/series/${seriesId}/${seriesId}`, { index: (at * 331) % videos }, token)),
    )
  }
  const sides = {
    own: { ...servers.product, requests: await sendRequests(false) },
    team: { ...servers.product, requests: await sendRequests(true) },
  }
  await sql`analyze`.execute(db)
  const measured = await runInTurns(sides, servers)
  const ratio = ratioOf(measured, 'team', 'own')
  const errors = measured.reduce((sum, turn) => sum + turn['own']!.errors + turn['team']!.errors, 0)
  report('team_move', { ratio, errors }, "a team's move", `${ratio} × an own one in processor time (${errors} errors)`)
}

export async function measureTogether(bench: Benchmark, seconds: number): Promise<void> {
  const { db, seeded, isWanted } = bench
  if (!['together_1000', 'team_move', 'presence_2000'].some(isWanted)) return
  const members = (await listViewers(db, seeded.ownChannels)).slice(0, memberCount)
  if (isWanted('together_1000')) await measureMoves(bench, members, seconds)
  if (isWanted('team_move')) await measureTeamMove(bench, members)
  if (isWanted('presence_2000')) await measurePresence(bench, seconds)
}
