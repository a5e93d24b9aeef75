// @module-tag slow
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { TestRun } from '../scripts/test/run.ts'
import { addNotes, listTooUnstable, type UnstableNote, readNotes } from '../scripts/test/unstable.ts'
import { makeFolder } from './folders.ts'

const folder = makeFolder('choice-runner')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stage = { title: 'fixtures', projects: ['fixtures'], all: [], none: [] }
const fixture = (name: string) => `test/fixtures/runner/${name}.fixture.ts`
const settings = {
  args: ['--config', 'test/fixtures/runner/vitest.config.ts'],
  env: { FIRST_TIME_MARKER: join(folder, 'marker') },
}

test('a failed file runs once more, alone; it is unstable if it passes then, and failed otherwise', async () => {
  const run = new TestRun()
  await run.runStage(stage, settings)
  expect([run.passed, run.failed, run.hasFailedFiles]).toEqual([2, [], true])
  await run.runFailedFilesAgain()
  expect(run.passed).toBe(5)
  expect(run.failed).toEqual([
    `${fixture('always')} > fails each time: expected 1 to be 2 // Object.is equality (line 3)`,
    `${fixture('outside')} > outside of tests: thrown outside`,
  ])
  expect(run.unstable).toMatchObject([
    { path: fixture('first-time'), failures: ['fails the first time: expected true to be false // Object.is equality (line 9)'] },
  ])
  expect(run.hasFailedFiles).toBe(false)
})

test('a run without tests fails, and so does one that does not start', async () => {
  const run = new TestRun()
  await run.runStage(stage, { ...settings, files: [fixture('missing')] })
  await run.runStage({ ...stage, projects: ['nowhere'] }, settings)
  expect(run.passed).toBe(0)
  expect(run.failed).toHaveLength(2)
})

test('a named file with only tests of other stages passes', async () => {
  const run = new TestRun()
  await run.runStage({ ...stage, none: ['slow'] }, { ...settings, files: [fixture('slow')] })
  expect(run.failed).toEqual([])
})

test('a stage does not load files whose tests are all of other stages', () => {
  const listFiles = (none: string[]) =>
    execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--project', 'server'], {
      encoding: 'utf8',
      env: { ...process.env, TEST_WANTED: JSON.stringify({ all: [], none }) },
    })
  const own = 'test/test-runner.test.ts'
  expect(listFiles([])).toContain(own)
  expect(listFiles(['slow'])).not.toContain(own)
})

test('Vitest is killed with a report if it does not end; its results count', async () => {
  const log = vi.spyOn(console, 'log')
  const run = new TestRun()
  await run.runStage(stage, { ...settings, env: { ENDLESS: 'true' }, files: [fixture('healthy')], endSeconds: 1 })
  expect([run.passed, run.failed, run.killed]).toEqual([1, [], ['fixtures']])
  const text = log.mock.calls.flat().join('\n')
  expect(text).toContain('Vitest did not end within 1 s after its tests')
  expect(text).toMatch(/^ {2}\d+ \(of \d+\) S .*vitest\.mjs run/m)
})

test('a file with three notes fails until they are deleted', () => {
  const path = join(folder, 'unstable.json')
  const unstable = [{ project: 'server', path: 'kit/a.test.ts', passed: 3, failures: ['a: broke'], seconds: 1 }]
  addNotes(path, [], '2026-01-01')
  expect(existsSync(path)).toBe(false)
  addNotes(path, unstable, '2026-01-01')
  addNotes(path, unstable, '2026-02-01')
  expect(listTooUnstable(readNotes(path))).toEqual([])
  addNotes(path, unstable, '2026-03-01')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(
    ['2026-01-01', '2026-02-01', '2026-03-01'].map((date): UnstableNote => ({ file: 'kit/a.test.ts', date, failures: ['a: broke'] })),
  )
  expect(listTooUnstable(readNotes(path))).toEqual([
    'kit/a.test.ts passed only when run again on 2026-01-01, 2026-02-01, 2026-03-01: find the cause, then delete its notes in test/unstable.json',
  ])
  writeFileSync(path, '[]')
  expect(listTooUnstable(readNotes(path))).toEqual([])
})
