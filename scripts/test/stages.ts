/** Selects tests that have all tags in `all` and no tag in `none`. vitest.config.ts defines the tags. */
export interface TagFilter {
  all: readonly string[]
  none: readonly string[]
}
export interface Stage extends TagFilter {
  title: string
  /** Names of projects in vitest.config.ts. */
  projects: readonly string[]
}

/** The parts of a test run, in order. */
export const stages = {
  unit: { title: 'unit and HTTP tests', projects: ['server', 'web'], all: [], none: ['slow'] },
  journeys: { title: 'browser tests: journeys', projects: ['e2e'], all: ['journey'], none: ['slow'] },
  /** Includes slow tests: a stage of their own would have to start the product again. */
  browser: { title: 'browser tests: all others', projects: ['e2e'], all: [], none: ['journey'] },
  slow: { title: 'slow tests', projects: ['server'], all: ['slow'], none: [] },
  /** Runs on the PostgreSQL of `SYSTEM_DATABASE_URL` and on the other supported Node. */
  otherSystem: { title: 'HTTP tests on the system’s PostgreSQL and the other Node', projects: ['server'], all: [], none: ['slow'] },
} satisfies Record<string, Stage>
export type StageName = keyof typeof stages

/** Maximum duration in seconds on two idle cores, with installation. The goals are shorter: 8 and 20 minutes. */
export const budgets = { quick: 15 * 60, all: 60 * 60 }
