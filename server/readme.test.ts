import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsTable } from './config.ts'

test('the README lists every setting as it is', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(settingsTable())
})
