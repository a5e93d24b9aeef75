// `npm run bench:web`: the guest's home as Lighthouse sees it on a phone, cold, on the production build; medians of five runs.
// `-- --json FILE` writes the figures.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { findBrowser } from '../browser.mjs'
import { start } from './product.ts'
import { makeFolder } from '#test/folders.ts'

const runs = 5
const jsonFile = process.argv[process.argv.indexOf('--json') + 1]
/** Figure, what it should be at most (at least, for a score), and its unit. */
const goals = {
  script_kb: 150,
  largest_paint_ms: 2500,
  blocking_ms: 50,
  shift: 0.02,
  requests: 25,
  accessibility: 100,
} as const
type Figures = Record<keyof typeof goals, number>

interface NetworkRequest {
  resourceType: string
  transferSize: number
}

async function measure(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: ['performance', 'accessibility'] })
  const { audits, categories } = result!.lhr
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const { items: requests } = audits['network-requests']!.details as unknown as { items: NetworkRequest[] }
  const scriptBytes = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    script_kb: Math.round(scriptBytes / 100) / 10,
    largest_paint_ms: Math.round(number('largest-contentful-paint')),
    blocking_ms: Math.round(number('total-blocking-time')),
    shift: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
    requests: requests.length,
    accessibility: Math.round((categories['accessibility']?.score ?? 0) * 100),
  }
}

const dir = makeFolder('choice-bench-web')
const product = await start([join('scripts', 'start.mjs')], '/health', { DATA_DIR: dir, DEMO: 'on', LOG_LEVEL: 'warn' })
const port = 20_000 + Math.floor(Math.random() * 20_000)
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [`--remote-debugging-port=${port}`, '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const measured: Figures[] = []
  for (let run = 0; run < runs; run++) measured.push(await measure(`${product.url}/en/playlists`, port))
  const names = Object.keys(goals) as (keyof Figures)[]
  const median = (name: keyof Figures) =>
    measured.map((figures) => figures[name]).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
  const medians = Object.fromEntries(names.map((name) => [name, median(name)])) as Figures
  for (const name of names) {
    const reached = name === 'accessibility' ? medians[name] >= goals[name] : medians[name] <= goals[name]
    process.stdout.write(`${name.padEnd(18)} ${String(medians[name]).padStart(7)}   goal ${goals[name]}${reached ? '' : '   MISSED'}\n`)
  }
  if (process.argv.includes('--json') && jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ medians, runs: measured }, null, 2)}\n`)
} finally {
  await browser.close()
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
