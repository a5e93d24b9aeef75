import { defineConfig } from 'vitest/config'
import { pageWorkers } from './test/page-worker.ts'
import { textsInPlace } from './vite/texts.ts'

/** A whole file has a tag by `@module-tag slow`. */
const tags = [
  { name: 'journey', description: 'a browser test of what users would miss first: `npm test` runs it, and leaves the others to CI' },
  {
    name: 'slow',
    timeout: 240_000,
    description:
      'kills processes, breaks lines, fills tens of thousands of rows or hundreds of megabytes, or waits until limits or minutes have passed',
  },
]

/** scripts/test/stages.ts says which of them run when. No test is retried: a file that fails is run once more by scripts/test.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          tags,
          environment: 'node',
          include: ['kit/**/*.test.ts', 'features/**/*.test.ts', 'server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['**/web/**', 'node_modules/**'],
          globalSetup: ['test/database.ts', 'test/children.ts'],
          // Tests wait for the database as much as they work: with two a quarter of two cores is idle. Left to itself, vitest takes one.
          maxWorkers: 3,
          // Each file makes a server of its own, on a database of its own, and closes it. To load the product anew for each took 40 % of the time.
          isolate: false,
          // Where something is waited for, it is the event that counts, however busy the machine is.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [textsInPlace()],
        test: {
          name: 'web',
          tags,
          // A window for each file is made by `test/dom.ts`.
          environment: './test/page-environment.ts',
          // As many as of the server's: vitest runs both together, and wants one number.
          maxWorkers: 3,
          // Isolated files take 50 % more processor time in `vmForks`, and four times as much in `forks`.
          isolate: false,
          pool: pageWorkers,
          include: ['**/web/**/*.test.{ts,tsx}', '{ui,shell}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**'],
          setupFiles: ['test/dom.ts'],
          // As `vi.waitFor` in `test/dom.ts`.
          expect: { poll: { timeout: 20_000, interval: 10 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          tags,
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/setup.ts'],
          setupFiles: ['test/e2e/each-file.ts'],
          // They wait more than they work.
          maxWorkers: 3,
          // Playwright is loaded and the browser started once a worker; each person has a browser context of their own all the same.
          isolate: false,
          // To look is work, for the page or the server as for the test.
          expect: { poll: { timeout: 20_000, interval: 100 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
