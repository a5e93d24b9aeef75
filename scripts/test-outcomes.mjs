// A reporter for Vitest: notes which tests failed, and which passed, but not at their first try, with the first line of their error. The
// report in JSON does not tell these apart, and lacks what failed outside of tests.
import { stripVTControlCharacters } from 'node:util'
import { writeFileSync } from 'node:fs'

const firstLine = (error) =>
  stripVTControlCharacters(String(error?.message ?? error ?? ''))
    .trim()
    .split('\n')[0]
    .slice(0, 200)

/** Not left out by its tag: `TEST_TAGS` is the filter, as of `--tags-filter`. */
const isWanted = ({ tags }) => !process.env.TEST_TAGS || tags.includes('slow') === (process.env.TEST_TAGS === 'slow')

export default class TestOutcomes {
  #failed = []
  #retried = []
  #skipped = []

  onTestCaseResult(test) {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`
    const { state, errors } = test.result()
    if (state === 'failed') this.#failed.push(`${name}: ${firstLine(errors?.[0])}`)
    if (state === 'skipped' && isWanted(test)) this.#skipped.push(name)
    if (test.diagnostic()?.flaky) this.#retried.push(`${name}: ${firstLine(errors?.[0])}`)
  }

  /** A group of tests whose hooks failed. */
  onTestSuiteResult(suite) {
    for (const error of suite.errors()) this.#failed.push(`${suite.module.relativeModuleId} > ${suite.fullName}: ${firstLine(error)}`)
  }

  /** A file that did not load, or whose hooks failed. */
  onTestModuleEnd(module) {
    for (const error of module.errors()) this.#failed.push(`${module.relativeModuleId}: ${firstLine(error)}`)
  }

  /** What was thrown outside of any test, a setup of the whole run among them. */
  onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors) this.#failed.push(`outside of tests: ${firstLine(error)}`)
    writeFileSync(process.env.TEST_OUTCOMES_FILE, JSON.stringify({ failed: this.#failed, retried: this.#retried, skipped: this.#skipped }))
  }
}
