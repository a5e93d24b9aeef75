// `npm run bench`: what requests cost on a scratch database, each flow beside a bare hello-world in the same round.
// `-- --json FILE` writes the figures; `-- --quick` takes one short round, to see that it works.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '#kit/server/cluster.ts'
import { createDb } from '#kit/server/db.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type Ask, type Flow, load, type Round, summarise } from './load.ts'
import { rssOf } from './processes.ts'
import { start } from './product.ts'
import { seed } from './seed.ts'
import { storm } from './storm.ts'
import { askTokens, type Client, loginBodies } from './tokens.ts'
import { makeFolder } from '#test/folders.ts'

const quick = process.argv.includes('--quick')
const jsonFile = process.argv[process.argv.indexOf('--json') + 1]
const rounds = quick ? 1 : 3
const seconds = quick ? 3 : 10
const restSeconds = quick ? 5 : 60
const stormSeconds = quick ? 5 : 15
/** Series of the benchmark: taken away after each round, because a channel has room for 200. */
const madeHere = 'Made by the benchmark'
const say = (text: string) => process.stdout.write(`${text}\n`)

const dir = makeFolder('choice-bench')
const cluster = await startCluster({ dir: join(dir, 'database') })
const postmaster = Number(readFileSync(join(cluster.pgdata, 'postmaster.pid'), 'utf8').split('\n')[0])
const env = {
  DATABASE_URL: cluster.url,
  DATA_DIR: join(dir, 'data'),
  DEMO: 'off',
  RATE_LIMITS: 'off',
  CAPTCHA_COST: '1',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'http://choice.test',
}
const product = () => start([join('scripts', 'start.mjs')], '/health', env)

try {
  await migrate(cluster.url, 'migrations')
  const db = createDb({ connection: cluster.url, onError: () => undefined })
  const { tokens, refreshTokens, people, password, bigChannel, video, ownChannels, victims } = await seed(db)

  await (await product()).stop()
  const server = await product()
  say(`start ${server.startMs} ms`)
  await sleep(restSeconds * 1000)
  const rssRest = rssOf(server.pid)
  say(`at rest after ${restSeconds} s: ${rssRest} MB`)

  const hello = await start(['--import', 'tsx', join('scripts', 'bench', 'hello.ts')], '/', {})
  const headers = (token?: string) => ({ 'accept-language': 'en', ...(token !== undefined && { authorization: `Bearer ${token}` }) })
  const asViewers = (path: string): Ask[] => [undefined, ...tokens].map((token) => ({ method: 'GET', path, headers: headers(token) }))
  const newSeries = ownChannels.map(({ id, token }): Ask => ({
    method: 'POST',
    path: '/api/series',
    headers: { ...headers(token), 'content-type': 'application/json' },
    body: JSON.stringify({ playlist_id: id, name: madeHere }),
  }))
  const flows: Record<string, Ask[]> = {
    default_channels: asViewers('/api/playlists/default-playlists?limit=20'),
    channel_40: asViewers(`/api/playlists/${bigChannel}`),
    one_video: asViewers(`/api/videos/${video}`),
    create_series: newSeries,
  }
  const figures: Record<string, Flow> = {}
  const measure = async (name: string, run: () => Promise<Round>) => {
    const measured: { flow: Round; hello: Round }[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push({
        hello: await load(hello.url, [{ method: 'GET', path: '/', headers: {} }], [hello.pid], Math.min(seconds, 5)),
        flow: await run(),
      })
      await db.deleteFrom('series').where('name', '=', madeHere).execute()
    }
    const flow = (figures[name] = summarise(measured))
    say(
      `${name.padEnd(18)} ${String(flow.rps).padStart(6)} requests/s  p50 ${flow.p50} ms  p99 ${flow.p99} ms  ` +
        `${flow.cpu_ms.toFixed(3)} CPU ms a request, ${flow.ratio}× hello  (${flow.requests} requests, ${flow.errors} errors)`,
    )
  }
  const pids = [server.pid, postmaster]
  for (const [name, asks] of Object.entries(flows)) await measure(name, () => load(server.url, asks, pids, seconds))

  const logins = await loginBodies(server.url, rounds * (quick ? 100 : 400), (i) => ({ user: people[i % people.length]!, password }))
  const share = logins.length / rounds
  const tenLogins = () => {
    const left = logins.splice(0, share)
    return Array.from({ length: 10 }, (): Client => () => left.pop())
  }
  await measure('login', () => askTokens(server.url, tenLogins(), pids, seconds))
  const held = refreshTokens.slice(0, 10)
  const refreshing = held.map((_, i): Client => (last) => {
    held[i] = last?.refresh_token ?? held[i]!
    return JSON.stringify({ grant_type: 'refresh_token', refresh_token: held[i] })
  })
  await measure('refresh', () => askTokens(server.url, refreshing, pids, seconds))
  const rssLoad = rssOf(server.pid)
  say(`under load: ${rssLoad} MB`)

  const bodies = await loginBodies(server.url, quick ? 300 : 2000, (i) => ({ user: victims[i % victims.length]!, password: `wrong-${i}` }))
  const login = await storm({
    url: server.url,
    bodies,
    read: { path: `/api/playlists/${bigChannel}`, headers: headers(tokens[1]) },
    seconds: stormSeconds,
  })
  say(
    `login storm        ${login.hashed} passwords hashed (${login.hashed_per_second}/s, ${login.refused} told to come back); reads' p99 ${login.read_p99_ms} ms`,
  )
  await server.stop()
  await hello.stop()
  await db.destroy()

  if (process.argv.includes('--json') && jsonFile)
    writeFileSync(
      jsonFile,
      `${JSON.stringify({ flows: figures, start_ms: server.startMs, rss_rest_mb: rssRest, rss_load_mb: rssLoad, login_storm: login }, null, 2)}\n`,
    )
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
