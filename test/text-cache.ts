import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

const localeFiles = '{features,kit,shell,ui}/**/locales/*.json'

/**
 * Makes Vitest's cache of modules depend on the locale files, whose texts `textsInPlace` inserts. Otherwise, a cached module depends only
 * on its own source and the configuration.
 */
export function textsInCacheKey(root = '.'): Plugin {
  return {
    name: 'texts-in-cache-key',
    configureVitest({ defineCacheKeyGenerator }) {
      const hash = createHash('sha256')
      for (const file of globSync(localeFiles, { cwd: root }).toSorted()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
      const texts = hash.digest('hex')
      defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.includes('texts') ? texts : undefined))
    },
  }
}
