// `npm run bench`: measures the product on a scratch database. docs/decisions/benchmarks.md explains the figures. `-- --json FILE` writes
// them. `-- --quick` takes one short turn of each, to test the benchmark. `-- --only one_video,search` measures only those parts: the flows
// by name, and start, rest, page_home, page_largest, tokens, events_2000, pictures, upload_1gib, login_storm, fan_out_20000, links,
// import_guide and search.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '#kit/server/postgres/cluster.ts'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFolder } from '#test/folders.ts'
import { measureArranging } from './arranging.ts'
import { cleanUpOnce } from './clean-up.ts'
import { measureEvents, measureFanOut } from './events.ts'
import { headersOf, madeHere, measureHome, measureReads, measureWrites, type Servers } from './flows.ts'
import { measureImport, serveGuide } from './import-guide.ts'
import { measureLargest } from './large-channel.ts'
import { measureLinks, serveLinks } from './links.ts'
import { measureMyPlaylists } from './my-playlists.ts'
import { measurePeople } from './people.ts'
import { measurePictures } from './pictures.ts'
import { rssOf } from './processes.ts'
import { measureStart, start, stopAll } from './product.ts'
import { measureSearch } from './search.ts'
import { seed } from './seed.ts'
import { storm } from './storm.ts'
import { measureTelevision } from './television.ts'
import type { Flow } from './turns.ts'
import { measureWatching } from './watching.ts'
import { loginBodies, measureTokens } from './tokens.ts'
import { measureUploads } from './uploads.ts'

const quick = process.argv.includes('--quick')
const jsonFile = process.argv[process.argv.indexOf('--json') + 1]
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : undefined
const wanted = (part: string) => only === undefined || only.includes(part)
const size = quick
  ? {
      turns: 1,
      turnSeconds: 2,
      starts: 1,
      restSeconds: 3,
      logins: 100,
      pictures: 4,
      searchSeconds: 5,
      stormSeconds: 5,
      wrongLogins: 300,
      links: 120,
      guideChannels: 20,
      pages: 200,
      rounds: 2,
      followers: 1000,
      largePages: 10,
      uploadBytes: 64 * 1024 ** 2,
      uploadTurns: 1,
    }
  : {
      turns: 11,
      turnSeconds: 2,
      starts: 5,
      restSeconds: 60,
      logins: 400,
      pictures: 40,
      searchSeconds: 20,
      stormSeconds: 15,
      wrongLogins: 2000,
      links: 1000,
      guideChannels: 500,
      pages: 2000,
      rounds: 10,
      followers: 20_000,
      largePages: 40,
      uploadBytes: 1024 ** 3,
      uploadTurns: 3,
    }
const say = (text: string) => process.stdout.write(`${text}\n`)

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
  // As set by npm start and the files in deploy/.
  MALLOC_ARENA_MAX: '2',
}
const product = () => start([join('scripts', 'start.mjs')], '/health', env)
const bare = (file: string, path: string) => start([join('scripts', 'bench', file)], path, { DATABASE_URL: cluster.url })

const flows: Record<string, Flow> = {}
function tell(name: string, flow: Flow) {
  flows[name] = flow
  const { floor_ratio: user, floor_ratio_guest: guest } = flow
  const floors = [user !== null && `${user} × floor signed in`, guest !== null && `${guest} × floor as a guest`, `${flow.ratio} × hello`]
  say(
    `${name.padEnd(18)} ${flow.cpu_ms.toFixed(3)} CPU ms a request: ${floors.filter(Boolean).join(', ')}  ` +
      `(${flow.rps} requests/s, p50 ${flow.p50} ms, p99 ${flow.p99} ms; ${flow.requests} requests, ${flow.errors} errors)`,
  )
}

const db = createDb({ connection: cluster.url, onError: () => undefined })
const cleanUp = cleanUpOnce(async () => {
  await stopAll()
  await db.destroy()
  await cluster.stop()
  linkSite.close()
  guideSite.close()
  rmSync(dir, { recursive: true, force: true })
})
try {
  await migrate(cluster.url, 'migrations')
  const seeded = await seed(db)

  // The first start builds the product if needed.
  await (await product()).stop()
  const figures: Record<string, unknown> = { flows }
  if (wanted('start')) {
    const started = await measureStart(product, size.starts)
    Object.assign(figures, { start_ms: started.ms, start_ratio: started.ratio })
    say(`start              ${started.ms} ms, ${started.ratio} × a bare node`)
  }
  const server = await product()
  if (wanted('rest')) {
    await sleep(size.restSeconds * 1000)
    figures.rss_rest_mb = rssOf(server.pid)
    say(`at rest            ${String(figures.rss_rest_mb)} MB after ${size.restSeconds} s`)
  }

  const floor = await bare('floor.ts', `/one_video/${seeded.video}`)
  const hello = await bare('hello.ts', '/')
  const servers: Servers = {
    product: { url: server.url, pids: [server.pid, postmaster] },
    floor: { url: floor.url, pids: [floor.pid, postmaster] },
    hello: { url: hello.url, pids: [hello.pid] },
    turns: size.turns,
    seconds: size.turnSeconds,
  }
  await measureReads(servers, seeded, wanted, tell)
  if (wanted('create_series'))
    await measureWrites(servers, seeded, () => db.deleteFrom('series').where('name', '=', madeHere).execute(), tell)
  await measureArranging(servers, db, seeded, wanted, tell)
  await measureWatching(servers, db, seeded, wanted, tell)
  if (wanted('my_playlists')) {
    const { bytes } = await measureMyPlaylists(servers, db, tell)
    figures.my_playlists_bytes = bytes
    say(`500 own channels   ${bytes} bytes`)
  }
  await measurePeople(servers, db, seeded, wanted, tell)
  await measureTelevision(servers, db, seeded, wanted, tell)
  if (wanted('page_home')) {
    const home = await measureHome(servers)
    figures.page_home = home
    say(`home's page        ${home.cpu_ms} CPU ms, ${home.ratio_to_reads} × the reads in it`)
  }
  if (wanted('page_largest')) {
    const largest = await measureLargest(server, db, seeded, { turns: size.turns, pages: size.largePages })
    figures.page_largest = largest
    say(
      `largest channel    its page ${largest.thread_ms} ms of the server's thread, ${largest.ratio_to_home} × the home's page, ${largest.page_kb} kB; ` +
        `its own answer ${largest.answer_kb} kB`,
    )
  }
  if (wanted('tokens')) await measureTokens(servers, seeded, size.logins, tell)
  if (wanted('events_2000')) {
    const events = await measureEvents(server, db, seeded, size)
    figures.events_2000 = events
    say(
      `events             at ${events.pages} pages in ${events.p50_ms} ms, p99 ${events.p99_ms} ms; memory grew by ${events.rss_growth_mb} MB`,
    )
  }
  figures.rss_load_mb = rssOf(server.pid)
  say(`under load         ${String(figures.rss_load_mb)} MB`)
  if (wanted('pictures')) {
    figures.rss_after_pictures_mb = await measurePictures(server, seeded, { count: size.pictures, restSeconds: size.restSeconds })
    say(`after pictures     ${String(figures.rss_after_pictures_mb)} MB ${size.restSeconds} s after ${size.pictures} uploads`)
  }
  if (wanted('upload_1gib')) {
    const pipe = await start([join('scripts', 'bench', 'bare-upload.ts')], '/', { FOLDER: dir })
    const uploads = await measureUploads(server, pipe, db, seeded, { size: size.uploadBytes, turns: size.uploadTurns })
    figures.upload_1gib = uploads
    say(
      `upload             ${uploads.mb_per_s} MB/s, ${uploads.speed_ratio} × a bare pipe; memory grew by ${uploads.rss_growth_mb} MB at most`,
    )
  }
  if (wanted('login_storm')) {
    const bodies = await loginBodies(server.url, size.wrongLogins, (i) => ({
      user: seeded.victims[i % seeded.victims.length]!,
      password: `wrong-${i}`,
    }))
    const read = { method: 'GET', path: `/api/playlists/${seeded.bigChannel}`, headers: headersOf(seeded.tokens[1]) } as const
    const login = await storm({ url: server.url, pid: server.pid, bodies, read, seconds: size.stormSeconds })
    figures.login_storm = login
    say(
      `login storm        ${login.hashed_per_second} passwords/s, ${login.server_cores} cores in all, ${login.refused} told to come back; ` +
        `reads' p99 ${login.read_p99_ms} ms, before ${login.read_p99_before_ms} ms`,
    )
  }
  if (wanted('fan_out_20000')) {
    const fanOut = await measureFanOut(server.url, cluster.url, db, seeded, size.followers)
    figures.fan_out_20000 = fanOut
    say(
      `fan-out            ${fanOut.told} of ${fanOut.followers} followers told in ${fanOut.seconds} s; ` +
        `everything else's p99 ${fanOut.others_p99_ms} ms, before ${fanOut.others_p99_before_ms} ms`,
    )
  }
  if (wanted('links')) {
    const links = await measureLinks(server.url, db, seeded, linkSite.places, size.links)
    figures.links_1000 = links
    say(
      `links              ${size.links} judged in ${links.seconds} s by ${linkSite.asked()} requests, ${links.doubtful} doubtful, ${links.left} left; ` +
        `everything else's p99 ${links.others_p99_ms} ms, before ${links.others_p99_before_ms} ms`,
    )
  }
  if (wanted('import_guide')) {
    const guide = await measureImport(server, postmaster, db, seeded, guideSite, size)
    figures.import_guide = guide
    say(
      `import of a guide  ${guide.mb} MB in ${guide.first_seconds} s, ${guide.first_ratio} × saxes alone (at most 8); again ${guide.second_ratio} × (at most 4) and ` +
        `${guide.second_written} rows written; in processor time the first is ${guide.first_server_cpu_ratio} × saxes for the server with its child and ` +
        `${guide.first_database_cpu_ratio} × for the database, the second ${guide.second_server_cpu_ratio} ×; server ${guide.server_mb} MB, child ${guide.child_mb} MB; ` +
        `everything else's p99 ${guide.others_p99_ms} ms, before ${guide.others_p99_before_ms} ms`,
    )
  }
  if (wanted('search')) {
    const search = await measureSearch(server.url, cluster.url, seeded, size.searchSeconds)
    figures.search_60k = search
    say(
      `search             p99 ${search.p99_ms} ms, everything else's ${search.others_p99_ms} ms (${search.searches} searches, ${search.errors} errors)`,
    )
  }
  if (process.argv.includes('--json') && jsonFile) writeFileSync(jsonFile, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await cleanUp()
}
