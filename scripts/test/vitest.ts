import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './reporter.ts'
import type { TagFilter } from './stages.ts'

export interface VitestRun extends TagFilter {
  projects: readonly string[]
  /** Paths of test files; empty: all. */
  files?: readonly string[]
  /** Path of the Node to run on. */
  node?: string
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>
  /** Further arguments. */
  args?: readonly string[]
}

/** Runs Vitest as a child process with its output on the terminal. A run of all files without a passed test is an error. */
export function runVitest({ projects, files = [], all, none, node = process.execPath, env = {}, args = [] }: VitestRun): Outcome {
  mkdirSync(join('.cache', 'reports'), { recursive: true })
  const file = join(mkdtempSync(join('.cache', 'reports', 'run-')), 'outcome.json')
  const filter = [...all, ...none.map((tag) => `!${tag}`)].join(' && ')
  const { status } = spawnSync(
    node,
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...['default', './scripts/test/reporter.ts'].map((name) => `--reporter=${name}`),
      ...(filter ? [`--tags-filter=${filter}`] : []),
      ...args,
      ...files,
    ],
    { stdio: 'inherit', env: { ...process.env, ...env, TEST_OUTCOME_FILE: file, TEST_WANTED: JSON.stringify({ all, none }) } },
  )
  if (!existsSync(file)) return { files: [], errors: [`Vitest ended with ${status} and without a report`] }
  const outcome: Outcome = JSON.parse(readFileSync(file, 'utf8'))
  const hasFailures = outcome.errors.length > 0 || outcome.files.some(({ failures }) => failures.length > 0)
  if (status !== 0 && !hasFailures) outcome.errors.push(`Vitest ended with ${status}`)
  const hasRun = outcome.files.some(({ passed }) => passed > 0)
  // A named file may have only tests of other stages.
  if (status === 0 && !hasRun && (!files.length || !outcome.files.length)) outcome.errors.push('there were no tests')
  return outcome
}

/** Returns the test files with a test of one of these tags: loading the others would take longer than many tests. */
export function filesWithTags(tags: readonly string[]): string[] {
  const mark = new RegExp(`@module-tag (${tags.join('|')})\\b|\\btags: \\[[^\\]]*'(${tags.join('|')})'`)
  return ['features', 'kit', 'server', 'test']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path) && mark.test(readFileSync(path, 'utf8')))
}
