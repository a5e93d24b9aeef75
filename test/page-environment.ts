import type { Environment } from 'vitest/runtime'

/** The environment of browser tests, with the window that `dom.ts` creates for each file. */
export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => undefined }) } satisfies Environment
