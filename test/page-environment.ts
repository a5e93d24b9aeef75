import type { Environment } from 'vitest/runtime'

/** The environment of browser tests. `dom.ts` creates the window for each file. */
export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => undefined }) } satisfies Environment
