import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeAndKill, reportOptions } from './hanging.ts'
import type { ReportedOutcome } from './reporter.ts'
import type { TagFilter } from './stages.ts'

export interface VitestRun extends TagFilter {
  projects: readonly string[]
  /** Paths of test files. Default: all. */
  files?: readonly string[]
  /** Path of the Node to run on. */
  node?: string
  /** Environment variables, in addition to those of this process. */
  env?: Readonly<Record<string, string>>
  /** More arguments for Vitest. */
  args?: readonly string[]
  /** Maximum seconds from the last test until Vitest exits. Usually, it takes a second. */
  endSeconds?: number
}

/**
 * Runs Vitest as a child process with its output on the terminal. A run of all files in which no test passes counts as failed. If Vitest
 * doesn't exit after its tests, it is described and killed, and `isKilled` is true.
 */
export async function runVitest(run: VitestRun): Promise<ReportedOutcome & { isKilled: boolean }> {
  const { projects, files = [], all, none, node = process.execPath, env = {}, args = [], endSeconds = 90 } = run
  mkdirSync(join('.cache', 'reports'), { recursive: true })
  const folder = mkdtempSync(join('.cache', 'reports', 'run-'))
  const file = join(folder, 'outcome.json')
  const filter = [...all, ...none.map((tag) => `!${tag}`)].join(' && ')
  const child = spawn(
    node,
    [
      ...reportOptions(folder),
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
  const ended = once(child, 'exit') as Promise<[number | null]>
  const isKilled = await timesOutWhileEnding(ended, { file, endSeconds })
  if (isKilled) {
    const lines = await describeAndKill(child.pid!, folder)
    console.log(`\nVitest did not end within ${endSeconds} s after its tests:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  const [status] = await ended
  if (!existsSync(file)) return { files: [], errors: [`Vitest ended with ${status} and without a report`], isKilled }
  const outcome: ReportedOutcome = JSON.parse(readFileSync(file, 'utf8'))
  if (isKilled) return { ...outcome, isKilled }
  const hasFailures = outcome.errors.length > 0 || outcome.files.some(({ failures }) => failures.length > 0)
  if (status !== 0 && !hasFailures) outcome.errors.push(`Vitest ended with ${status}`)
  const hasRun = outcome.files.some(({ passed }) => passed > 0)
  // Named files may run no tests, because all their tests may be of other stages.
  if (status === 0 && !hasRun && (!files.length || !outcome.files.length)) outcome.errors.push('there were no tests')
  return { ...outcome, isKilled }
}

/** Resolves when Vitest has exited, or `endSeconds` after it wrote its report. @returns true if Vitest hasn't exited */
async function timesOutWhileEnding(ended: Promise<unknown>, { file, endSeconds }: { file: string; endSeconds: number }): Promise<boolean> {
  let isOver = false
  void ended.then(() => (isOver = true))
  let waited = 0
  while (!isOver && waited < endSeconds) {
    await Promise.race([ended, sleep(1000)])
    if (existsSync(file)) waited++
  }
  return !isOver
}
