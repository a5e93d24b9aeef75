// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: { title: string; status: string }[] }[]
}

/** Returns the results of the fixtures, which break React, in the web project. */
async function runFixtures(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'page-worker-'))
  const file = join(folder, 'report.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config=test/fixtures/poisoned.config.ts', '--root=.', '--reporter=json']
  // Removes Vitest's variables, so that the child is a run of its own and not a worker of this run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name)))
  try {
    // Ignores the exit code 1, because some tests fail on purpose.
    await promisify(execFile)(process.execPath, [...args, `--outputFile=${file}`], { env, timeout: 110_000 }).catch(() => undefined)
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a file that breaks React fails alone', { timeout: 120_000 }, async () => {
  const { testResults } = await runFixtures()
  const files = testResults
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, status, assertionResults }) => [
      basename(name),
      status,
      ...assertionResults.map((assertionResult) => [assertionResult.title, assertionResult.status]),
    ])
  expect(files).toEqual([
    ['1-timed-out.fixture.ts', 'failed', ['times out inside act()', 'failed']],
    ['2-left-open.fixture.ts', 'failed', ['passes, but leaves act() open', 'passed']],
    ['3-healthy.fixture.tsx', 'passed', ['renders', 'passed']],
    ['4-healthy.fixture.ts', 'passed', ['renders', 'passed']],
  ])
  expect(testResults.find(({ name }) => name.includes('left-open'))?.message).toContain('React no longer renders')
})
