import { expect, onTestFinished, test, vi } from 'vitest'
import { reportView, viewSourceOf } from './report-view.ts'

test.each([
  ['https://blog.example.com/post?a=1', 'embed:blog.example.com'],
  ['http://localhost:8080/', 'embed:localhost:8080'],
  ['https://bücher.example/', 'embed:xn--bcher-kva.example'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'direct'],
  ['https://[::1]/', 'direct'],
  ['about:blank', 'direct'],
  ['', 'direct'],
])('a view in a page of %s is counted for %s', (referrer, source) => expect(viewSourceOf(referrer)).toBe(source))

test.each([
  [200, false],
  [403, true],
  [404, true],
  [429, false],
  [500, false],
  [undefined, false],
])('a view that is answered %s says whether the video can’t be watched any more: %s', async (status, expected) => {
  vi.stubGlobal('fetch', () => (status ? Promise.resolve(new Response('{}', { status })) : Promise.reject(new TypeError('offline'))))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await reportView('aaaaaaaaaaa')).toBe(expected)
})
