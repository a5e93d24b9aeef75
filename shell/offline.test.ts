import { expect, test } from 'vitest'
import { toasts } from '#ui/toasts.ts'
import { followConnection } from './offline.ts'

test('a toast says that data may be old while offline', () => {
  followConnection()
  const said = () => toasts.get().map(({ text, lasting }) => [text, lasting])
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('offline'))
  expect(said()).toEqual([['You are offline. This page may be out of date.', true]])
  window.dispatchEvent(new Event('online'))
  expect(said()).toEqual([])
})
