import { expect, test } from 'vitest'
import { cleanUp } from './clean-up.ts'

const ended: string[] = []

test('what a test has started is open during the test', () => {
  cleanUp(() => Promise.resolve(void ended.push('ended')))
  expect(ended).toEqual([])
})

test('and has ended with it', () => {
  expect(ended).toEqual(['ended'])
})
