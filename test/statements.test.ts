import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A list of a fixed number, a statement, or one value that is an array. */
const bounded = /^(?:\[[^.]|\(|sql|listed\(|eb\b|query\b)/

test('no list grows beyond the 65,535 values of a statement: it is one value, or has a fixed number', () => {
  const sources = ['features', 'kit', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const found = sources
    .filter((name) => /queries/.test(name) && name.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(?:not )?in',\s*([^\n]+)/g)].map(([, values = '']) => ({ file, values })))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ values }) => !bounded.test(values))).toEqual([])
})
