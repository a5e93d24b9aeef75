import { expect, test } from 'vitest'
import { packagesOf } from './packages-of.ts'

test('levels with the same package name are adjacent, in the given order', () => {
  const tier = (id: string, name: string) => ({ id, package_name: name })
  expect(packagesOf([tier('a', 'Sport'), tier('b', 'Films'), tier('c', 'Sport')])).toEqual([
    { name: 'Sport', levels: [tier('a', 'Sport'), tier('c', 'Sport')] },
    { name: 'Films', levels: [tier('b', 'Films')] },
  ])
  expect(packagesOf([])).toEqual([])
})
