import type { Environment } from 'vitest/runtime'

/** What runs in a browser, with the window that `dom.ts` makes for each file. */
export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => undefined }) } satisfies Environment
