import { expect, test } from 'vitest'
import { cleanUp } from './clean-up.ts'

const ended: string[] = []

test('a resource stays open during the test that opened it', () => {
  cleanUp(() => Promise.resolve(void ended.push('ended')))
  expect(ended).toEqual([])
})

test('and ends with that test', () => {
  expect(ended).toEqual(['ended'])
})
