import { expect, test } from 'vitest'
import { toasts } from '#ui/toasts.ts'
import { followConnection } from './offline.ts'

test('without a network it is said that what is shown is from earlier, until there is one', () => {
  followConnection()
  const said = () => toasts.get().map(({ text, lasting }) => [text, lasting])
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('offline'))
  expect(said()).toEqual([['You are offline. This page may be out of date.', true]])
  window.dispatchEvent(new Event('online'))
  expect(said()).toEqual([])
})
