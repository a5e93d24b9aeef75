// `npm run bench:capacity`: measures how many viewers the product serves at once, with a realistic mixture of calls (capacity-model.ts).
// docs/decisions/capacity.md explains the figures. Raises the number of viewers until the p99 of reads exceeds 200 ms. `-- --viewers 10000
// --minutes 30` keeps one number of viewers. `-- --instances 2` compares two instances with one. `-- --quick` takes seconds, to test this
// script. `-- --json FILE` writes the figures.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '#kit/server/postgres/cluster.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFolder } from '#test/folders.ts'
import { compareInstances, measureCosts, measureOpenPages, measureSteps } from './capacity-measure.ts'
import { readCapacityOptions } from './capacity-options.ts'
import { startViewers, stopViewers } from './capacity-process.ts'
import { addPictures, makeWorld, readPage, readWriteFigures } from './capacity-world.ts'
import { cleanUpOnce } from './clean-up.ts'
import { startServer, type StartedProduct, stopServers } from './product.ts'
import { guestShare } from './capacity-model.ts'

const options = readCapacityOptions()
const dir = makeFolder('choice-capacity')
const cluster = await startCluster({ dir: join(dir, 'database'), connections: 100 })
const postmaster = Number(readFileSync(join(cluster.pgdata, 'postmaster.pid'), 'utf8').split('\n')[0])
const worldFile = join(dir, 'world.json')
let instances = 0
/**
 * Starts an instance. Rate limits stay on, because each viewer has a different address. Later instances start with a copy of the pictures
 * of the first instance.
 */
async function startProduct(settings: Record<string, string> = {}): Promise<StartedProduct> {
  const [dataDir, first] = [String(instances++), '0'].map((name) => join(dir, 'data', name)) as [string, string]
  if (dataDir !== first) cpSync(join(first, 'files'), join(dataDir, 'files'), { recursive: true })
  return startServer([join('scripts', 'start.mjs')], '/ready', {
    DATABASE_URL: cluster.url,
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'http://choice.test',
    TRUSTED_PROXIES: '127.0.0.1',
    // The same values as in npm start and the files in deploy/.
    MALLOC_ARENA_MAX: '2',
    ...settings,
  })
}
const cleanUp = cleanUpOnce(async () => {
  await stopViewers()
  await stopServers()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
})
try {
  await migrate(cluster.url, 'migrations')
  const max = Math.max(...options.steps)
  const { seeded, ...world } = await makeWorld(cluster.url, Math.ceil(max * (1 - guestShare)) + 20, options.tvDays)
  const server = await startProduct()
  await addPictures(server.url, seeded)
  writeFileSync(worldFile, JSON.stringify({ ...world, ...(await readPage(server.url)) }))
  const bench = {
    options,
    server,
    postmaster,
    startViewers: () => startViewers(worldFile),
    product: startProduct,
    readWriteFigures: () => readWriteFigures(cluster.url),
  }
  const openPages = await measureOpenPages(bench)
  const figures = options.instances === 2 ? { instances: await compareInstances(bench) } : await measureSteps(bench)
  const costs = 'best' in figures ? await measureCosts(bench, figures.best) : undefined
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ open_pages: openPages, ...figures, costs }, null, 2)}\n`)
} finally {
  await cleanUp()
}
