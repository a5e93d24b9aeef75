// `npm test` runs every check, and every test but the slow ones; `npm run check` leaves out the browser too. `npm run test:slow` runs the slow
// ones alone, `npm test -- --http` all of the server's.
// Plain JavaScript: it runs before anything is installed, and installs what is missing, a browser too.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
const flags = new Set(process.argv.slice(2))
const isSlow = flags.has('--slow')
const isHttp = flags.has('--http')
const withBrowser = !flags.has('--no-browser') && !isHttp
/** By their tag of `vitest.config.ts`. */
const tags = isSlow ? 'slow' : isHttp ? '' : '!slow'
process.chdir(root)
await installPackages({ development: true })

const bin = (name) => join('node_modules', '.bin', name)
const reports = join('.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
let passed = 0
let failed = 0
/** What failed, each with the first line of its error, and what passed, but not at its first try: both are named in the last lines. */
const outcomes = { failed: [], retried: [] }

function run(title, command, args, env = {}) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(error.message)
  console.log(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
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

/** Checks that need nothing of each other, two at a time: what each says comes when it ends. */
async function checkSideBySide(checks) {
  const waiting = [...checks]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command, args] = next
      const started = Date.now()
      const { output, status } = await new Promise((resolve) => {
        const chunks = []
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
        child.on('error', (error) => resolve({ output: error.message, status: 1 }))
        child.on('close', (status) => resolve({ output: Buffer.concat(chunks).toString(), status }))
      })
      console.log(`\n── ${title}\n${output}${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
      if (status === 0) passed++
      else fail(title)
    }
  }
  await Promise.all([work(), work()])
}

/** Test files of which some test, or all of it, has this tag. */
function filesWithTag(tag) {
  const mark = new RegExp(`@module-tag ${tag}\\b|\\btags: \\['${tag}'\\]`)
  return ['features', 'kit', 'server', 'test']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path) && mark.test(readFileSync(path, 'utf8')))
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
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...names,
      ...reporters,
      `--outputFile.json=${report}`,
      ...(tags ? [`--tags-filter=${tags}`] : []),
      // To load a file in order to run nothing of it takes longer than most tests.
      ...(isSlow ? filesWithTag('slow') : []),
    ],
    { ...env, TEST_OUTCOMES_FILE: outcomesFile, TEST_TAGS: tags },
  )
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 0 }
  if (existsSync(outcomesFile)) {
    const noted = JSON.parse(readFileSync(outcomesFile, 'utf8'))
    outcomes.failed.push(...noted.failed, ...noted.skipped.map((name) => `${name}: skipped; a test that can't run is a failure`))
    outcomes.retried.push(...noted.retried)
    failed += noted.skipped.length
  }
  passed += counted.numPassedTests
  failed += counted.numFailedTests
  // A failure outside the tests: a file that did not load, a setup that broke, nothing to run at all.
  if ((!ok && counted.numFailedTests === 0) || (ok && counted.numPassedTests === 0))
    fail(`${title}: ${ok ? 'there were none' : 'failed outside of tests'}`)
}

if (!isHttp && !isSlow) {
  await checkSideBySide([
    ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
    ['types', process.execPath, [join('node_modules', 'typescript-native', 'bin', 'tsc'), '-b']],
    ['format', bin('oxfmt'), ['--check']],
    ['imports', process.execPath, [join('scripts', 'imports.mjs')]],
    ['dead code', bin('knip'), []],
    ['generated files', bin('tsx'), [join('scripts', 'gen.ts'), '--verify']],
  ])
}
rmSync(join('.cache', 'called'), { recursive: true, force: true })
if (isHttp) tests('HTTP tests', ['server'])
else if (isSlow) tests('slow HTTP tests', ['server'])
else {
  tests('unit and HTTP tests', ['server', 'web'])
  check('every endpoint called', bin('tsx'), [join('scripts', 'endpoints.ts')])
}
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
