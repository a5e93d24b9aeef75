import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readScreens } from './screens.ts'

test('screens to picture name places, steps and texts that exist, and differ in name', () => {
  const { screens, motions } = readScreens(new Proxy({}, { get: () => 'value' }))
  const names = [...screens, ...motions].map(({ name }) => name)
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('screens of teams and invitations show responses of the demonstration', () => {
  const teams = readFileSync(new URL('screens/teams.json', import.meta.url), 'utf8')
  expect(teams).not.toContain('"answer"')
})
