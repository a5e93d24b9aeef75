// `npm run bench:web`: measures the guest's home page with Lighthouse, on a phone with an empty cache and the production build. Alternates
// with a floor page (docs/decisions/benchmarks.md), and reports medians of five runs. `-- --only guide,drag` measures only these of the
// parts `home`, `acts`, `drag` and `guide`; `--json FILE` writes the figures.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { findBrowser } from '../browser.mjs'
import { cleanUpOnce } from './clean-up.ts'
import { measureFloors } from './drag-floor.ts'
import { dragGoals, measureDrags } from './drag.ts'
import { serveFloorPage } from './floor-page.ts'
import { guideGoals, measureGuide } from './guide-frames.ts'
import { interactionGoalMs, measureInteractions } from './interactions.ts'
import type { FrameFigures } from './main-thread.ts'
import { readOptions } from './options.ts'
import { startServer, stopServers } from './product.ts'
import { seedTelevision } from './television.ts'
import { median, round } from './turns.ts'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb } from '#kit/server/db/db.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseForTool } from '#server/database.ts'
import { makeFolder } from '#test/folders.ts'

const runs = 5
const { only, json } = readOptions()
const isWanted = (part: 'home' | 'acts' | 'drag' | 'guide') => !only || only.includes(part)
/** Limits of the home page's figures: minimums for scores, maximums for others. Figures without a limit are for information. */
const goals = {
  script_kb: 150,
  largest_paint_ms: 2500,
  blocking_ms: 50,
  shift: 0.02,
  requests: 25,
  accessibility: 100,
} as const
type Figures = Record<keyof typeof goals, number>
/** Limits of the home page relative to the floor page: the largest paint as a ratio, blocking time as a difference in ms. */
const goalsBesideFloor = { largest_paint_ratio: 1.15, blocking_more_ms: 40 } as const

interface NetworkRequest {
  resourceType: string
  transferSize: number
}

async function measureVisit(url: string, port: number): Promise<Figures> {
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

/** Adds a guide of 14 days with 2,000 TV channels to the demonstration. */
async function fillGuide(): Promise<void> {
  const { url } = await openDatabaseForTool(readConfig({ DATA_DIR: dir, DEMO: 'off' }, process.cwd()))
  const db = createDb({ connection: url, maxConnections: 1, timeouts: databaseTimeouts.background, onError: () => undefined })
  await seedTelevision(db, 14)
  await db.destroy()
}

const dir = makeFolder('choice-bench-web')
const cleanUp = cleanUpOnce(async () => {
  await stopServers()
  rmSync(dir, { recursive: true, force: true })
})
const product = await startServer([join('scripts', 'start.mjs')], '/health', { DATA_DIR: dir, DEMO: 'on', LOG_LEVEL: 'warn' })
const port = 20_000 + Math.floor(Math.random() * 20_000)
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [`--remote-debugging-port=${port}`, '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

function printFigure(name: string, figure: number, goal: number, beside = '') {
  const isReached = name === 'accessibility' ? figure >= goal : figure <= goal
  process.stdout.write(`${name.padEnd(28)} ${String(figure).padStart(7)}   goal ${goal}${isReached ? '' : '   MISSED'}${beside}\n`)
}

async function measureHome() {
  const floorPage = await serveFloorPage(product.url)
  const measured: Record<'home' | 'floor', Figures>[] = []
  for (let run = 0; run < runs; run++)
    measured.push({ home: await measureVisit(`${product.url}/en/playlists`, port), floor: await measureVisit(floorPage.url, port) })
  floorPage.close()
  const names = Object.keys(goals) as (keyof Figures)[]
  const mediansOf = (page: 'home' | 'floor') =>
    Object.fromEntries(names.map((name) => [name, median(measured.map((run) => run[page][name]))])) as Figures
  const [medians, floor] = [mediansOf('home'), mediansOf('floor')]
  const besideFloor = {
    largest_paint_ratio: round(median(measured.map(({ home, floor }) => home.largest_paint_ms / floor.largest_paint_ms)), 2),
    blocking_more_ms: median(measured.map(({ home, floor }) => home.blocking_ms - floor.blocking_ms)),
  }
  for (const name of names) printFigure(name, medians[name], goals[name], `   floor page ${floor[name]}`)
  for (const name of ['largest_paint_ratio', 'blocking_more_ms'] as const) printFigure(name, besideFloor[name], goalsBesideFloor[name])
  return { medians, floor, ...besideFloor, runs: measured }
}

async function measureAllInteractions() {
  const floorPage = await serveFloorPage(product.url)
  const measured = await measureInteractions(product.url, floorPage.url, browser)
  floorPage.close()
  for (const [act, ms] of Object.entries(measured.acts_ms)) process.stdout.write(`  ${act.padEnd(26)} ${String(ms).padStart(7)}\n`)
  printFigure('acts_4x_p75_ms', measured.p75_ms, interactionGoalMs, `   bare page ${measured.bare_p75_ms}, ratio ${measured.ratio}`)
  return { interactions: measured }
}

async function measureAllDrags() {
  const drag = await measureDrags(product.url, dir, browser)
  const dragFloors = { 1: await measureFloors(browser, 1), 4: await measureFloors(browser, 4) }
  for (const course of ['channel', 'board', 'bar'] as const)
    for (const slowdown of [1, 4] as const) {
      const { frame_p95_ms, longest_task_ms, long_tasks } = drag[course][slowdown]
      const { bare, cards } = dragFloors[slowdown]
      const name = `drag_${course}_${slowdown}x`
      const floors = `   bare page ${bare.frame_p95_ms}, with cards ${cards.frame_p95_ms}`
      printFigure(`${name}_frame_p95_ms`, frame_p95_ms, dragGoals[slowdown].frame_p95_ms, floors)
      printFigure(`${name}_long_tasks`, long_tasks, dragGoals[slowdown].long_tasks, `   longest ${longest_task_ms} ms`)
    }
  return { drag, dragFloors }
}

async function measureAllGuides() {
  await fillGuide()
  const { guide, floor: guideFloor } = await measureGuide(product.url, browser)
  for (const slowdown of [1, 4] as const)
    for (const [figure, goal] of Object.entries(guideGoals)) {
      const floor: number | undefined = { ...guideFloor[slowdown] }[figure as keyof FrameFigures]
      const beside = floor === undefined ? '' : `   plain cells ${floor}`
      printFigure(`guide_${slowdown}x_${figure}`, guide[slowdown][figure as keyof typeof guideGoals], goal, beside)
    }
  return { guide, guideFloor }
}

try {
  const figures = {
    ...(isWanted('home') && (await measureHome())),
    ...(isWanted('acts') && (await measureAllInteractions())),
    ...(isWanted('drag') && (await measureAllDrags())),
    ...(isWanted('guide') && (await measureAllGuides())),
  }
  if (json) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await browser.close()
  await cleanUp()
}
