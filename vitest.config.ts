import { defineConfig } from 'vitest/config'
import { filesWithOnlyTags } from './scripts/test/tagged-files.ts'
import { LongestFirst } from './test/longest-first.ts'
import { pageWorkers } from './test/page-worker.ts'
import { textsInCacheKey } from './test/text-cache.ts'
import { textsInPlace } from './vite/texts.ts'

/** A file's tag is set by `@module-tag slow`. */
const tags = [
  { name: 'journey', description: 'a browser test of what users would miss first: `npm test` runs it, and leaves the others to CI' },
  {
    name: 'slow',
    timeout: 240_000,
    description:
      'kills processes, breaks lines, fills tens of thousands of rows or hundreds of megabytes, encodes many videos, or waits until limits or minutes have passed',
  },
]

/** Files without a test of this stage; scripts/test/vitest.ts sets TEST_WANTED. */
const otherStages = filesWithOnlyTags(JSON.parse(process.env['TEST_WANTED'] ?? '{"none":[]}').none)

/** scripts/test/stages.ts selects the tests of each stage. No test is retried: scripts/test.ts runs a failed file once more. */
export default defineConfig({
  test: {
    // A sequencer of our own would ignore a requested random order.
    ...(!process.argv.includes('--sequence.shuffle.files') && { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        test: {
          name: 'server',
          tags,
          environment: 'node',
          include: [
            'kit/**/*.test.ts',
            'features/**/*.test.ts',
            'server/**/*.test.ts',
            'test/*.test.ts',
            'scripts/look/*.test.ts',
            'test/search-quality/*.test.ts',
          ],
          exclude: ['**/web/**', 'node_modules/**', ...otherStages],
          globalSetup: ['test/database.ts', 'test/children.ts'],
          setupFiles: ['test/patience.ts'],
          // Tests wait for the database as much as they work: with two workers, a quarter of two cores is idle. Vitest's default is one.
          maxWorkers: 3,
          // Each file starts its own server on its own database, and closes it. Loading the product again for each file took 40 % of the
          // time.
          isolate: false,
          // Waits are for events, so a long timeout allows for a busy machine.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [textsInPlace(), textsInCacheKey()],
        test: {
          name: 'web',
          tags,
          // `test/dom.ts` creates a window for each file.
          environment: './test/page-environment.ts',
          // The same number as for the server: Vitest runs both together and requires it.
          maxWorkers: 3,
          // Isolated files take 50 % more processor time in `vmForks`, and four times as much in `forks`.
          isolate: false,
          pool: pageWorkers,
          include: ['**/web/**/*.test.{ts,tsx}', '{ui,shell}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...otherStages],
          setupFiles: ['test/patience.ts', 'test/dom.ts'],
          // The same as `vi.waitFor` in `test/patience.ts`.
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
          exclude: ['node_modules/**', ...otherStages],
          globalSetup: ['test/e2e/setup.ts'],
          setupFiles: ['test/e2e/each-file.ts'],
          // These tests wait more than they work.
          maxWorkers: 3,
          // Playwright and the browser start once per worker; each visitor still has a separate browser context.
          isolate: false,
          // Each poll costs work, for the page or the server as well as for the test.
          expect: { poll: { timeout: 20_000, interval: 100 } },
          // Each wait has its own time limit. The longest journeys take 15 s on an idle machine, and over 90 s at ten times the load.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
