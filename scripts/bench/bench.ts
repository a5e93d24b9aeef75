// `npm run bench`: measures the product on a scratch database. docs/decisions/benchmarks.md explains the figures. `-- --json FILE` writes
// them. `-- --quick` runs each measurement once and briefly, to test the benchmark. `-- --seconds 60` sets how long 20 users edit together
// (8 by default). `-- --only one_video,search_rare` measures only those parts. Parts are the names of flows, and start, rest, page_home,
// page_largest, tokens, events_2000, pictures, upload_1gib, login_storm, fan_out_20000, links, counting_50, together_1000, team_move,
// presence_2000, import_guide, operator_overview, operator_beside, search_rare, search_common and search_typo.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '#kit/server/postgres/cluster.ts'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFolder } from '#test/folders.ts'
import { measureArranging } from './arranging.ts'
import type { Benchmark } from './benchmark.ts'
import { cleanUpOnce } from './clean-up.ts'
import { measureCounting } from './counting.ts'
import { measureEvents, measureFanOut } from './events.ts'
import { measureHome, measureReads, measureWrites } from './flows.ts'
import { measureImport, serveGuide } from './import-guide.ts'
import { measureLargest } from './large-channel.ts'
import { measureLinks, serveLinks } from './links.ts'
import { measureMoney } from './money.ts'
import { measureMyPlaylists } from './my-playlists.ts'
import { measureOperator } from './operator.ts'
import { readOptions } from './options.ts'
import { measureFollowsAndLikes } from './follows-and-likes.ts'
import { measurePictures } from './pictures.ts'
import { rssOf } from './processes.ts'
import { measureStart, startServer, stopServers } from './product.ts'
import { measureSearch } from './search.ts'
import { seed } from './seed.ts'
import sizes from './sizes.json' with { type: 'json' }
import { measureStatistics } from './statistics.ts'
import { measureStorm } from './storm.ts'
import { measureTelevision } from './television.ts'
import { measureTogether } from './together.ts'
import { measureTokens } from './tokens.ts'
import { type FlowFigures, measureFlow, round, type Servers } from './turns.ts'
import { measureUploads } from './uploads.ts'
import { measureWatching } from './watching.ts'

const startedMs = performance.now()
const { quick, only, json, seconds } = readOptions()
const isWanted = (part: string) => only === undefined || only.includes(part)
const size = quick ? sizes.quick : sizes.full
const dir = makeFolder('choice-bench')
const cluster = await startCluster({ dir: join(dir, 'database') })
const postmaster = Number(readFileSync(join(cluster.pgdata, 'postmaster.pid'), 'utf8').split('\n')[0])
const linkSite = await serveLinks()
const guideSite = await serveGuide(dir)
const env = {
  OUTBOUND_ALLOW: [...linkSite.places, guideSite.place].join(),
  DATABASE_URL: cluster.url,
  DATA_DIR: join(dir, 'data'),
  DEMO: 'off',
  RATE_LIMITS: 'off',
  CAPTCHA_COST: '1',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'http://choice.test',
  // The same values as in npm start and the files in deploy/.
  MALLOC_ARENA_MAX: '2',
}
const startProduct = () => startServer([join('scripts', 'start.mjs')], '/health', env)
const startBare = (file: string, path: string) => startServer([join('scripts', 'bench', file)], path, { DATABASE_URL: cluster.url })

const flows: Record<string, FlowFigures> = {}
const figures: Record<string, unknown> = { flows }
function reportFigures(name: string, value: unknown, label: string, text: string) {
  figures[name] = value
  process.stdout.write(`${label.padEnd(18)} ${text}\n`)
}
function reportFlow(name: string, flow: FlowFigures) {
  flows[name] = flow
  const { floor_ratio: user, floor_ratio_guest: guest } = flow
  const floors = [user !== null && `: ${user} × floor signed in`, guest !== null && `, ${guest} × floor as a guest`]
  process.stdout.write(
    `${name.padEnd(18)} ${flow.cpu_ms.toFixed(3)} CPU ms a request${floors.filter(Boolean).join('')}  ` +
      `(${flow.rps} requests/s, p50 ${flow.p50} ms, p99 ${flow.p99} ms; ${flow.requests} requests, ${flow.errors} errors)\n`,
  )
}

// Seeds large tables, which takes longer than requests may.
const db = createDb({ connection: cluster.url, timeouts: databaseTimeouts.background, onError: () => undefined })
const cleanUp = cleanUpOnce(async () => {
  await stopServers()
  await db.destroy()
  await cluster.stop()
  linkSite.close()
  guideSite.close()
  rmSync(dir, { recursive: true, force: true })
})
try {
  await migrate(cluster.url, 'migrations')
  const seeded = await seed(db)

  // The first start also builds the product if needed, so it isn't measured.
  await (await startProduct()).stop()
  if (isWanted('start')) {
    const started = await measureStart(startProduct, size.starts)
    figures['start_ms'] = started.ms
    reportFigures('start_ratio', started.ratio, 'start', `${started.ms} ms, ${started.ratio} × a bare node`)
  }
  const server = await startProduct()
  const reportMemory = (name: string, label: string, when: string) =>
    reportFigures(name, rssOf(server.pid), label, `${rssOf(server.pid)} MB${when}`)
  if (isWanted('rest')) {
    await sleep(size.restSeconds * 1000)
    reportMemory('rss_rest_mb', 'at rest', ` after ${size.restSeconds} s`)
  }

  const floor = await startBare('floor.ts', `/one_video/${seeded.video}`)
  const servers: Servers = {
    product: { url: server.url, pids: [server.pid, postmaster] },
    floor: { url: floor.url, pids: [floor.pid, postmaster] },
    turns: size.turns,
    seconds: size.turnSeconds,
  }
  const database = { url: cluster.url, pids: [postmaster] }
  const measure: Benchmark['measure'] = async (name, requests) => reportFlow(name, await measureFlow(servers, requests))
  const bench: Benchmark = { server, servers, database, db, seeded, size, isWanted, measure, reportFlow, report: reportFigures }
  await measureReads(bench)
  await measureWrites(bench)
  await measureArranging(bench)
  await measureTogether(bench, seconds)
  await measureWatching(bench)
  await measureMyPlaylists(bench)
  await measureFollowsAndLikes(bench)
  await measureCounting(bench)
  await measureMoney(bench)
  await measureStatistics(bench)
  await measureTelevision(bench)
  await measureHome(bench)
  await measureLargest(bench)
  await measureTokens(bench)
  await measureEvents(bench)
  reportMemory('rss_load_mb', 'under load', '')
  await measurePictures(bench)
  await measureUploads(bench, dir)
  await measureStorm(bench)
  await measureFanOut(bench)
  await measureLinks(bench, linkSite)
  await measureImport(bench, guideSite)
  await measureOperator(bench)
  await measureSearch(bench)
  const minutes = round((performance.now() - startedMs) / 60_000, 1)
  reportFigures('minutes', minutes, 'in total', `${minutes} minutes`)
  if (json) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await cleanUp()
}
