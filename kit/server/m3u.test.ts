import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUrlAmpersands, decodeEntities } from './html-entities.ts'
import { readAttributes } from './m3u-attributes.ts'
import { readM3uLine } from './m3u.ts'

test.each([
  ['a="1" b=\'2\' c=3,N', { a: '1', b: '2', c: '3' }],
  [`a='it's' b="x",N`, { a: "it's", b: 'x' }],
  ['a="x "y" z" b="w",N "q"', { a: 'x "y" z', b: 'w' }],
  ['a="x, "y", z" b="w",N', { a: 'x, "y", z', b: 'w' }],
  ['a="1",b="2", c="3",N', { a: '1', b: '2', c: '3' }],
  ['a = "1" b= "2",N', { a: '1', b: '2' }],
  ['a="" b="2",N', { a: '', b: '2' }],
  ['a="1",The "B" side=1', { a: '1' }],
  ['a="https://a.example/?x=1&amp;y=2" b="R&amp;B",N', { a: 'https://a.example/?x=1&y=2', b: 'R&B' }],
])('the attributes of %s', (line, expected) => {
  expect(readAttributes(line, 0)).toMatchObject({ attributes: expected, unclosedValue: undefined })
})

test('an unclosed quote is reported, and its value ends at the next comma', () => {
  expect(readAttributes('a="1" b="two, three', 0)).toEqual({ attributes: { a: '1', b: 'two' }, end: 12, unclosedValue: 'b' })
})

test('a name that looks like an attribute stays a name', () => {
  expect(readM3uLine('#EXTINF:-1 a="1",x="y"')).toMatchObject({ attributes: { a: '1' }, title: 'x="y"' })
})

test('names and groups without quotes are read unchanged', () => {
  const text = fc.stringMatching(/^[^"\r\n&]{1,30}$/u).map((text) => text.trim())
  const name = text.filter((text) => !text.includes('='))
  fc.assert(
    fc.property(text, text, name, (id, group, title) => {
      const line = readM3uLine(`#EXTINF:-1 tvg-id="${id}" group-title="${group}",${title}`)
      expect(line).toMatchObject({ kind: 'entry', attributes: { 'tvg-id': id, 'group-title': group } })
      expect(line?.kind === 'entry' && line.title.trim()).toBe(title)
    }),
  )
})

test.each([
  ['A&amp;E', 'A&E'],
  ['A&amp;amp;E', 'A&E'],
  ['L&#39;&#x45;quipe', "L'Equipe"],
  ['Caf&eacute;', 'Café'],
  ['A&E, R&B; &amp &nothing; &#xffffff;', 'A&E, R&B; &amp &nothing; \uFFFD'],
])('%s is read as %s', (text, expected) => {
  expect(decodeEntities(text)).toBe(expected)
})

test('only ampersands are decoded in a URL', () => {
  expect(decodeUrlAmpersands('https://a.example/?a=1&amp;copy;=2&#38;b=3')).toBe('https://a.example/?a=1&copy;=2&b=3')
})
