import { defineConfig } from 'vitest/config'
import { textsInPlace } from './vite/texts.ts'

/**
 * A busy machine may miss a moment once. Whatever needed its second try is named in the last lines: it is a defect until its cause
 * is known.
 */
const retry = 1

/** `npm run check` runs `server` and `web`; `npm test` runs `e2e` too, against a built server and a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['kit/**/*.test.ts', 'features/**/*.test.ts', 'server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['**/web/**', 'node_modules/**'],
          globalSetup: ['test/database.ts'],
          // Tests wait for the database as much as they work; left to itself, two cores get one worker.
          maxWorkers: 2,
          // Each file makes a server of its own, on a database of its own, and closes it. To load the product anew for each took 40 % of the time.
          isolate: false,
          retry,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [textsInPlace()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          maxWorkers: 2,
          retry,
          include: ['**/web/**/*.test.{ts,tsx}', '{ui,shell}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**'],
          setupFiles: ['test/dom.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/setup.ts'],
          // They wait more than they work: three files at a time, on one product.
          maxWorkers: 3,
          retry,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
