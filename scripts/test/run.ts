import type { FileOutcome } from './reporter.ts'
import type { Stage } from './stages.ts'
import { runVitest, type VitestRun } from './vitest.ts'

/** Options of a stage, in addition to its tags. */
export type Settings = Pick<VitestRun, 'files' | 'node' | 'env' | 'args' | 'endSeconds'>

interface FailedFile {
  file: FileOutcome
  stage: Stage
  settings: Settings
}

/** Collects passed and failed tests of all stages. After all stages, runs each file with a failure again, alone. */
export class TestRun {
  passed = 0
  /** One line per failed test. */
  readonly failed: string[] = []
  readonly files: FileOutcome[] = []
  /** Files that failed first and passed in the second run, with their first failures. */
  readonly unstable: FileOutcome[] = []
  /** Titles of stages whose Vitest process was killed, because it didn't exit after its tests. */
  readonly killed: string[] = []
  #again: FailedFile[] = []

  get hasFailedFiles(): boolean {
    return this.#again.length > 0
  }

  async runStage(stage: Stage, settings: Settings): Promise<void> {
    const { files, errors, isKilled } = await runVitest({ ...stage, ...settings })
    if (isKilled) this.killed.push(stage.title)
    this.failed.push(...errors.map((line) => `${stage.title}: ${line}`))
    this.files.push(...files)
    for (const file of files) {
      if (file.failures.length > 0) this.#again.push({ file, stage, settings })
      else this.passed += file.passed
    }
  }

  async runFailedFilesAgain(): Promise<void> {
    for (const { file, stage, settings } of this.#again) {
      console.log(`\n── once more, alone: ${file.path} (${stage.title})`)
      const outcome = await runVitest({ ...stage, ...settings, projects: [file.project], files: [file.path] })
      const second = outcome.files.find(({ path }) => path === file.path)
      const failures = [...(second?.failures ?? ['did not run']), ...outcome.errors]
      this.passed += second?.passed ?? 0
      this.failed.push(...failures.map((line) => `${file.path} > ${line}`))
      if (failures.length === 0) this.unstable.push(file)
    }
    this.#again = []
  }
}
