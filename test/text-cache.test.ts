import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CacheKeyIdGenerator, VitestPluginContext } from 'vitest/node'
import { makeFolder } from './folders.ts'
import { textsInCacheKey } from './text-cache.ts'

const root = makeFolder('choice-text-cache')
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Returns the part of a module's cache key that a new Vitest run adds, for a module with this source. */
function keyOf(sourceCode: string): ReturnType<CacheKeyIdGenerator> {
  const generators: CacheKeyIdGenerator[] = []
  const { configureVitest } = textsInCacheKey(root)
  if (typeof configureVitest !== 'function') throw new Error('the plugin does not configure Vitest')
  const context = { defineCacheKeyGenerator: (generator: CacheKeyIdGenerator) => void generators.push(generator) }
  configureVitest(context as VitestPluginContext)
  return generators[0]!({ sourceCode, id: '/a.ts' } as Parameters<CacheKeyIdGenerator>[0])
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test.each(['features/tea/locales/en.json', 'kit/web/locales/nl.json', 'shell/locales/en.json', 'ui/locales/nl.json'])(
  'a change of %s renews modules with texts, and no others',
  (path) => {
    const [withTexts, withoutTexts] = ["import { t } from './texts.ts'", "import { cups } from './cups.ts'"]
    write(path, '{"tea":"Tea"}')
    const before = keyOf(withTexts)
    expect(keyOf(withTexts)).toBe(before)
    write(path, '{"tea":"Coffee"}')
    expect(keyOf(withTexts)).not.toBe(before)
    expect(keyOf(withoutTexts)).toBeUndefined()
  },
)
