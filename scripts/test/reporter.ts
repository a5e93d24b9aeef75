import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestError } from 'vitest'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { TagFilter } from './stages.ts'

/** The result of a test file. */
export interface FileOutcome {
  project: string
  path: string
  passed: number
  /** One line per failure: the test's name, the first line of its error, and the line of the test file. */
  failures: string[]
  seconds: number
}
export interface ReportedOutcome {
  files: FileOutcome[]
  /** Failures outside test files. */
  errors: string[]
}

const firstLine = (error?: { message: string }) =>
  stripVTControlCharacters(error?.message ?? '')
    .trim()
    .split('\n')[0]!
    .slice(0, 200)
/** Describes the error of a test: its first line, and the line of `file` that was running. */
function describeError(error: TestError | undefined, file: string): string {
  const frame = error?.stacks?.find((candidate) => candidate.file === file)
  return firstLine(error) + (frame ? ` (line ${frame.line})` : '')
}
const relativePath = (path: string) => relative(process.cwd(), path)

/** Tests that this run excludes by their tags aren't reported as skipped. */
const { all, none }: TagFilter = JSON.parse(process.env['TEST_WANTED'] ?? '{"all":[],"none":[]}')
const isSelected = ({ tags }: TestCase) => all.every((tag) => tags.includes(tag)) && !none.some((tag) => tags.includes(tag))

/**
 * A Vitest reporter that writes a {@link ReportedOutcome} to `TEST_OUTCOME_FILE`. Vitest's JSON report lacks failures outside of tests, and the
 * project of each file.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const errors = unhandledErrors.map((error) => ({
      path: typeof error['VITEST_TEST_PATH'] === 'string' ? relativePath(error['VITEST_TEST_PATH']) : undefined,
      line: `outside of tests: ${firstLine(error)}`,
    }))
    const files = modules.map((module) => summarizeModule(module))
    for (const file of files) file.failures.push(...errors.filter(({ path }) => path === file.path).map(({ line }) => line))
    const unassignedErrors = errors.filter(({ path }) => !files.some((file) => file.path === path))
    const outcome: ReportedOutcome = { files, errors: unassignedErrors.map(({ line }) => line) }
    writeFileSync(process.env['TEST_OUTCOME_FILE']!, JSON.stringify(outcome))
  }
}

function summarizeModule(module: TestModule): FileOutcome {
  const failures = module.errors().map(firstLine)
  let passed = 0
  for (const suite of module.children.allSuites()) failures.push(...suite.errors().map((error) => `${suite.fullName}: ${firstLine(error)}`))
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') passed++
    else if (state === 'failed') failures.push(`${test.fullName}: ${describeError(errors[0], module.moduleId)}`)
    else if (state === 'pending') failures.push(`${test.fullName}: did not end`)
    else if (isSelected(test)) failures.push(`${test.fullName}: skipped; a test that can't run is a failure`)
  }
  if (['queued', 'pending'].includes(module.state())) failures.push('the file did not end')
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const seconds = (collectDuration + setupDuration + duration) / 1000
  return { project: module.project.name, path: relativePath(module.moduleId), passed, failures, seconds }
}
