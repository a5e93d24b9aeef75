import { expect, test } from 'vitest'
import { viewSourceOf } from './report-view.ts'

test.each([
  ['https://blog.example.com/post?a=1', 'embed:blog.example.com'],
  ['http://localhost:8080/', 'embed:localhost:8080'],
  ['https://bücher.example/', 'embed:xn--bcher-kva.example'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'direct'],
  ['https://[::1]/', 'direct'],
  ['about:blank', 'direct'],
  ['', 'direct'],
])('a view in a page of %s is counted for %s', (referrer, source) => expect(viewSourceOf(referrer)).toBe(source))
