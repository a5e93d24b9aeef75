/** Selects tests with all of the tags `all` and none of `none`. vitest.config.ts defines the tags. */
export interface TagFilter {
  all: readonly string[]
  none: readonly string[]
}
export interface Stage extends TagFilter {
  title: string
  /** Projects of vitest.config.ts. */
  projects: readonly string[]
}

/** The parts of test runs. */
export const stages = {
  unit: { title: 'unit and HTTP tests', projects: ['server', 'web'], all: [], none: ['slow'] },
  journeys: { title: 'browser tests: journeys', projects: ['e2e'], all: ['journey'], none: ['slow'] },
  browser: { title: 'browser tests', projects: ['e2e'], all: [], none: ['slow'] },
  slow: { title: 'slow tests', projects: ['server', 'e2e'], all: ['slow'], none: [] },
  /** With slow tests. Each file starts its product once. */
  wholeBrowser: { title: 'browser tests, also slow ones', projects: ['e2e'], all: [], none: [] },
  /** With slow tests, which wait while others work. */
  wholeUnit: { title: 'unit and HTTP tests, also slow ones', projects: ['server', 'web'], all: [], none: [] },
  /** Uses the PostgreSQL of `SYSTEM_DATABASE_URL` and the other supported Node. */
  otherSystem: { title: 'HTTP tests on the system’s PostgreSQL and the other Node', projects: ['server'], all: [], none: ['slow'] },
} satisfies Record<string, Stage>
export type StageName = keyof typeof stages

/** Seconds from the start, including installation. The aims on two idle cores are 8 and 20 minutes; all took 38 to 43 minutes so far. */
export const budgets = { quick: 16 * 60, all: 60 * 60 }
