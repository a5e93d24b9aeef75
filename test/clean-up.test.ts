import { expect, test } from 'vitest'
import { cleanUp, cleanUpFormerFile } from './clean-up.ts'

const ended: string[] = []
const note = (name: string) => async () => void ended.push(name)
cleanUp(note('after the file'))

test('what a test has started ends with the test', () => {
  cleanUp(note('after a test'))
  expect(ended).toEqual([])
})

test('what a file has left ends before the next one, once', async () => {
  expect(ended).toEqual(['after a test'])
  await cleanUpFormerFile()
  await cleanUpFormerFile()
  expect(ended).toEqual(['after a test', 'after the file'])
})
