import { expect, test } from 'vitest'
import { readScreens } from './screens.ts'

test('screens to picture name places, steps and texts that exist, and differ in name', () => {
  const { screens, motions } = readScreens(new Proxy({}, { get: () => 'value' }))
  const names = [...screens, ...motions].map(({ name }) => name)
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
