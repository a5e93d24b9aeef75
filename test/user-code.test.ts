import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { partsOfOnePage } from '../vite/user-code.ts'

test('each part that loads on demand has a file', () => {
  const names = new Set(globSync('{features,shell,web}/**/*.tsx').map((path) => basename(path, '.tsx')))
  expect(partsOfOnePage.filter((name) => !names.has(name))).toEqual([])
})
