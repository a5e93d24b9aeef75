// `npm test` runs all checks, all unit and HTTP tests, and the browser tests of the main journeys. An option names another of the `plans`,
// such as `npm test -- --all`. Further arguments go to Vitest: `npm run test:browser -- --sequence.shuffle.files`. Installs missing
// packages and a browser.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { installPackages, root } from './install.mjs'
import { fetchNode, versions } from './node.mjs'
import { type ElapsedTime, formatMinutes, startClock } from './test/budget.ts'
import { runCheck, runChecks } from './test/checks.ts'
import { type Settings, TestRun } from './test/run.ts'
import { budgets, type Stage, type StageName, stages } from './test/stages.ts'
import { addNotes, listTooUnstable, readNotes } from './test/unstable.ts'
import { filesWithTags } from './test/tagged-files.ts'

interface Plan {
  checks: boolean
  stages: readonly StageName[]
}
const plans: Record<string, Plan> = {
  quick: { checks: true, stages: ['unit', 'journeys'] },
  check: { checks: true, stages: ['unit'] },
  browser: { checks: false, stages: ['journeys', 'browser'] },
  slow: { checks: false, stages: ['slow'] },
  tests: { checks: false, stages: ['unit', 'journeys', 'browser'] },
  all: { checks: true, stages: ['unit', 'journeys', 'browser', 'slow', 'otherSystem'] },
}

const clock = startClock()
process.chdir(root)
const [option = '--quick', ...args] = process.argv.slice(2)
const name = option.replace(/^--/, '')
const plan = plans[name]
if (!plan) {
  console.error(`There is no plan called ${name}: choose one of ${Object.keys(plans).join(', ')}.`)
  process.exit(2)
}
await installPackages({ development: true })
for (const folder of ['reports', 'called']) rmSync(join('.cache', folder), { recursive: true, force: true })

const run = new TestRun()
const times: [string, number][] = [['installation', clock().wall]]

async function runTimed(title: string, work: () => void | Promise<void>) {
  console.log(`\n════ ${title}`)
  const before = clock().wall
  await work()
  const seconds = clock().wall - before
  times.push([title, seconds])
  console.log(`${title}: ${seconds.toFixed(1)} s`)
}

/** Returns the settings of a stage: its browser, or another Node and database. @throws an error that names a missing program */
function prepareStage(name: StageName): Settings {
  const { all, projects }: Stage = stages[name]
  const files = all.length > 0 ? filesWithTags(all) : []
  if (name === 'otherSystem') {
    const url = process.env['SYSTEM_DATABASE_URL']
    if (!url) throw new Error('SYSTEM_DATABASE_URL names no PostgreSQL')
    const otherVersion = process.versions.node.startsWith('22.') ? versions[24] : versions[22]
    return { args, node: fetchNode(otherVersion, 'Tests run on both supported versions of Node'), env: { DATABASE_URL: url } }
  }
  if (!projects.includes('e2e')) return { args, files }
  const browser = findBrowser()
  if (!browser) throw new Error('no browser was found')
  return { args, files, env: { BROWSER_PATH: browser } }
}

/** Counts a check as passed or failed. */
function countResult(hasPassed: boolean, line: string) {
  if (hasPassed) run.passed++
  else run.failed.push(line)
}

if (plan.checks)
  await runTimed('static checks', async () => {
    const { passed, failed } = await runChecks()
    run.passed += passed
    run.failed.push(...failed)
  })
let quick: ElapsedTime | undefined
for (const name of plan.stages) {
  const { title } = stages[name]
  await runTimed(title, async () => {
    try {
      await run.runStage(stages[name], prepareStage(name))
    } catch (error) {
      run.failed.push(`${title}: ${String(error)}`)
    }
  })
  if (name === 'journeys') quick = clock()
}
if (run.hasFailedFiles) await runTimed('failed files, once more', () => run.runFailedFilesAgain())
if (plan.stages.includes('unit')) countResult(await runCheck('endpoints', [join('scripts', 'endpoints.ts')]), 'some endpoint is not called')

const notes = join('test', 'unstable.json')
addNotes(notes, run.unstable, new Date().toISOString().slice(0, 10))
run.failed.push(...listTooUnstable(readNotes(notes)))

const listLines = (heading: string, lines: readonly string[]) =>
  lines.length > 0 && console.log(`\n${heading}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
const inSeconds = (seconds: number, label: string) => `${seconds.toFixed(0).padStart(5)} s  ${label}`
listLines(
  'times',
  times.map(([title, seconds]) => inSeconds(seconds, title)),
)
listLines(
  'slowest files',
  run.files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ path, seconds }) => inSeconds(seconds, path)),
)

/** Only CI fails if the budget is exceeded, because other machines may be slower. */
function checkBudget(title: string, { wall, counted }: ElapsedTime, budget: number) {
  const line = `${title} took ${formatMinutes(wall)}; without other work of the machine ${formatMinutes(counted)}; ${formatMinutes(budget)} are allowed`
  console.log(`\n${line}`)
  if (process.env['CI']) countResult(counted <= budget, line)
}
if (quick && plan.checks) checkBudget('npm test', quick, budgets.quick)
if (name === 'all') checkBudget('CI', clock(), budgets.all)

listLines(
  'unstable',
  run.unstable.flatMap(({ path, failures }) => failures.map((line) => `${path} > ${line}`)),
)
listLines('Vitest was killed after the tests of', run.killed)
listLines('failed', run.failed)
console.log(`\n${run.passed} passed, ${run.failed.length} failed`)
process.exitCode = run.failed.length > 0 ? 1 : 0
