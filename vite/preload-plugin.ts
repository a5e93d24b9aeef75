import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Makes `import()` load files with `vite/preload-helper.js`. */
export const preloadHelper = (): Plugin => ({
  name: 'preload-helper',
  transform: (_, id) => (id === '\0vite/preload-helper.js' ? { code: readFileSync('vite/preload-helper.js', 'utf8'), map: null } : null),
})
