import { expect, test } from 'vitest'
import { preventLinks } from './prevent-links.ts'

test.each([
  ['See https://evil.example/a', 'See https:​//evil.​example/a'],
  ['evil.example and me@evil.example', 'evil.​example and me@​evil.​example'],
  ['Films. Series: A / B, AC/DC', 'Films. Series: A / B, AC/DC'],
])('%j has no text that mail programs take for a link', (text, shownText) => {
  expect(preventLinks(text)).toBe(shownText)
})
