// `npm test` runs every check and test; `npm run check` leaves out the browser; `-- --http` runs the server's tests alone.
// Plain JavaScript: it runs before anything is installed, and installs what is missing, a browser too.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
const flags = new Set(process.argv.slice(2))
const withBrowser = !flags.has('--no-browser') && !flags.has('--http')
process.chdir(root)
await installPackages({ development: true })

const bin = (name) => join('node_modules', '.bin', name)
const reports = join('.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
let passed = 0
let failed = 0
/** What failed, each with the first line of its error, and tests that passed, but not at their first try: both are named in the last lines. */
const outcomes = { failed: [], retried: [] }

function run(title, command, args, env = {}) {
  console.log(`\n── ${title}`)
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(error.message)
  return status === 0
}

function fail(what) {
  failed++
  outcomes.failed.push(what)
}

/** One check: passes or fails as a whole. */
function check(title, command, args) {
  if (run(title, command, args)) passed++
  else fail(title)
}

/** Tests, counted one by one from the runner's own report; a run that ends without one failed. */
function tests(title, projects, env = {}) {
  const report = join(reports, `${projects.join('-')}.json`)
  const outcomesFile = join(reports, `${projects.join('-')}.outcomes.json`)
  const names = projects.flatMap((name) => ['--project', name])
  const reporters = ['default', 'json', './scripts/test-outcomes.mjs'].map((name) => `--reporter=${name}`)
  const ok = run(
    title,
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...names, ...reporters, `--outputFile.json=${report}`],
    { ...env, TEST_OUTCOMES_FILE: outcomesFile },
  )
  const counted = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  if (existsSync(outcomesFile)) {
    const noted = JSON.parse(readFileSync(outcomesFile, 'utf8'))
    outcomes.failed.push(...noted.failed)
    outcomes.retried.push(...noted.retried)
  }
  const skipped = (counted.numPendingTests ?? 0) + (counted.numTodoTests ?? 0)
  if (skipped) console.error(`${skipped} tests were skipped: a test that can't run is a failure`)
  passed += counted.numPassedTests
  failed += counted.numFailedTests + skipped
  // A failure outside the tests: a file that did not load, a setup that broke, nothing to run at all.
  if ((!ok && counted.numFailedTests === 0) || (ok && counted.numPassedTests === 0))
    fail(`${title}: ${ok ? 'there were none' : 'failed outside of tests'}`)
}

if (!flags.has('--http')) {
  check('format', bin('oxfmt'), ['--check'])
  check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'])
  check('types', process.execPath, [join('node_modules', 'typescript-native', 'bin', 'tsc'), '-b'])
  check('imports', process.execPath, [join('scripts', 'imports.mjs')])
  check('dead code', bin('knip'), [])
  check('generated files', bin('tsx'), [join('scripts', 'gen.ts'), '--verify'])
}
rmSync(join('.cache', 'called'), { recursive: true, force: true })
tests('unit and HTTP tests', flags.has('--http') ? ['server'] : ['server', 'web'])
if (!flags.has('--http')) check('every endpoint called', bin('tsx'), [join('scripts', 'endpoints.ts')])
if (withBrowser) {
  const browser = findBrowser()
  if (browser) tests('browser tests', ['e2e'], { BROWSER_PATH: browser })
  else fail('browser tests: no browser was found')
}

// .ci/run looks for these two lists, each from its heading to an empty line.
const list = (heading, lines) => lines.length && console.log(`\n${heading}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
list('passed only when tried again', outcomes.retried)
list('failed', outcomes.failed)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
