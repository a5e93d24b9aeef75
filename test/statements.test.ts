import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Matches a list of a fixed length, a statement, or one array parameter. */
const boundedPattern = /^(?:\[[^.]|\(|sql|inList\(|eb\b|query\b)/

test('no list can exceed the 65,535 parameters of a statement: it is one array, or has a fixed length', () => {
  const sources = ['features', 'kit', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const result = sources
    .filter((name) => /queries/.test(name) && name.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(?:not )?in',\s*([^\n]+)/g)].map(([, values = '']) => ({ file, values })))
  expect(result.length).toBeGreaterThan(10)
  expect(result.filter(({ values }) => !boundedPattern.test(values))).toEqual([])
})
