// A reporter for Vitest: notes the tests that passed, but not at their first try. The report in JSON does not tell them apart.
import { writeFileSync } from 'node:fs'

export default class RetriedTests {
  #names = []
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }
  onTestRunEnd() {
    writeFileSync(process.env.RETRIED_TESTS_FILE, JSON.stringify(this.#names))
  }
}
