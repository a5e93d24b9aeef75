import { array, assert, constantFrom, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { completeLink, isValidLink, parseLinks } from './links.ts'

test('an address without a scheme gets https', () => {
  expect(completeLink(' vimeo.com/76979871 ')).toBe('https://vimeo.com/76979871')
  expect(completeLink('www.youtube.com/watch?v=abc')).toBe('https://www.youtube.com/watch?v=abc')
  expect(completeLink('http://example.org/a.mp4')).toBe('http://example.org/a.mp4')
  expect(completeLink('café.be')).toBe('https://café.be')
})

test.each(['https://vimeo.com/76979871', 'HTTP://EXAMPLE.ORG', 'vimeo.com/1', 'https://example.org:8443/live.m3u8?token=a%20b'])(
  '%s is a valid link',
  (link) => expect(isValidLink(link)).toBe(true),
)

test.each([
  '',
  'vimeo',
  'a film about trains',
  'ftp://example.org/a.mp4',
  'javascript:alert(1)',
  '/clips/a.mp4',
  'https://',
  'mail@example.org',
])('%s is an invalid link', (link) => expect(isValidLink(link)).toBe(false))

test('addresses in a pasted text are found in order, including invalid ones; other lines are listed', () => {
  const pasted =
    'Look:\nhttps://a.example/1, https://b.example/2;\n\n<https://c.example/3> "https://a.example/1"\tftp://d.example/4 e.example https://\nf.example/6\nhttp:/g'
  expect(parseLinks(pasted)).toEqual({
    links: [
      'https://a.example/1',
      'https://b.example/2',
      'https://c.example/3',
      'https://a.example/1',
      'ftp://d.example/4',
      'https://f.example/6',
    ],
    others: ['Look:', 'http:/g'],
  })
})

test('all links in any text are found in order, and no line is lost', () => {
  const part = (signs: string) => array(constantFrom(...signs.split('')), { minLength: 1, maxLength: 8 }).map((letters) => letters.join(''))
  const link = tuple(part('abc-1'), part('aZ9_~/?=&%.+-')).map(([host, path]) => `https://x${host}.example/${path}`)
  assert(
    property(array(link, { minLength: 1, maxLength: 6 }), constantFrom('\n', '\r\n', ' ', ', ', '\n\n', '\t'), (links, between) => {
      expect(parseLinks(links.join(between)).links).toEqual(links)
      expect(parseLinks(`Look at these:\n${links.join(between)}\nNice!`)).toEqual({ links, others: ['Look at these:', 'Nice!'] })
    }),
    { numRuns: 20 },
  )
  assert(
    property(string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { links, others } = parseLinks(text)
      for (const other of others) expect(text).toContain(other)
      for (const link of links) expect(link).toMatch(/^[a-z][a-z\d+.-]*:\/\//i)
    }),
    { numRuns: 20 },
  )
})
