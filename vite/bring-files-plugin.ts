import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Loads the files of an `import()` by `vite/bring-files.js`. */
export const bringFiles = (): Plugin => ({
  name: 'bring-files',
  transform: (_, id) => (id === '\0vite/preload-helper.js' ? { code: readFileSync('vite/bring-files.js', 'utf8'), map: null } : null),
})
