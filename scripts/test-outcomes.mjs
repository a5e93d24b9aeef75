// A reporter for Vitest: notes which tests failed, with the first line of their error, and which passed, but not at their first try. The
// report in JSON does not tell these apart, and lacks what failed outside of tests.
import { stripVTControlCharacters } from 'node:util'
import { writeFileSync } from 'node:fs'

const firstLine = (error) =>
  stripVTControlCharacters(String(error?.message ?? error ?? ''))
    .trim()
    .split('\n')[0]
    .slice(0, 200)

export default class TestOutcomes {
  #failed = []
  #retried = []

  onTestCaseResult(test) {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`
    const { state, errors } = test.result()
    if (state === 'failed') this.#failed.push(`${name}: ${firstLine(errors?.[0])}`)
    if (state === 'skipped') this.#failed.push(`${name}: skipped`)
    if (test.diagnostic()?.flaky) this.#retried.push(name)
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
    writeFileSync(process.env.TEST_OUTCOMES_FILE, JSON.stringify({ failed: this.#failed, retried: this.#retried }))
  }
}
