import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that Vitest runs before each test file. */
const setUp = ['test/dom.ts', 'test/patience.ts', 'test/e2e/each-file.ts']

test('shared test modules call no hooks of their own, which would apply only to the first file of a worker', () => {
  const shared = ['features', 'kit', 'server', 'shell', 'test', 'ui']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e|fixture)\.tsx?$/.test(path) && !setUp.includes(path))
  expect(shared.filter((path) => /^(before|after)(All|Each)\(/m.test(readFileSync(path, 'utf8')))).toEqual([])
})
