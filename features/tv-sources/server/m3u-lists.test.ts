import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { ListReader } from './m3u.ts'
import { address, entriesOf, readAll } from '#test/m3u-entries.ts'

const problemsOf = (text: string, from?: string) =>
  readAll(text, from).flatMap((event) => ('problem' in event ? [`${event.problem.line} ${event.problem.code}`] : []))

test('a group on a separate line is valid until the next one; an entry’s own takes precedence', () => {
  const text = ['#EXTGRP:News &amp; Talk', '#EXTINF:-1,A', 'a', '#EXTINF:-1,B', 'b', '#EXTINF:-1 group-title="Own",C', 'c', '#EXTINF:-1,D']
  const lines = ['#EXTGRP:Sport;Live', 'd', '#EXTINF:-1,E', 'e', '#EXTGRP:', '#EXTINF:-1,F', 'f']
  expect(entriesOf([...text, ...lines].join('\n')).map(({ name, groups }) => [name, ...groups])).toEqual([
    ['A', 'News & Talk'],
    ['B', 'News & Talk'],
    ['C', 'Own'],
    ['D', 'Sport', 'Live'],
    ['E', 'Sport', 'Live'],
    ['F'],
  ])
})

test('a list without tags has groups by #genre#, then names with addresses', () => {
  const text = [
    '央视,#genre#',
    'CCTV 1,http://a.example/1.m3u8',
    'CCTV 2, http://a.example/2.m3u8$备用#http://b.example/2.m3u8|User-Agent=x',
  ]
  const lines = ['A, B,https://a.example/3,x.m3u8', '# 体育 ,#genre#', 'Sport,rtmp://a.example/4', 'Sport,https://a.example/5.m3u8']
  expect(
    entriesOf([...text, ...lines].join('\n')).map(({ line, name, groups, stream_url }) => [line, name, groups[0], stream_url]),
  ).toEqual([
    [2, 'CCTV 1', '央视', 'http://a.example/1.m3u8'],
    [3, 'CCTV 2', '央视', 'http://a.example/2.m3u8'],
    [4, 'A, B', '央视', 'https://a.example/3,x.m3u8'],
    [7, 'Sport', '体育', 'https://a.example/5.m3u8'],
  ])
  expect(problemsOf([...text, ...lines].join('\n'))).toEqual(['3 first_address', '6 address_not_played'])
})

test('a byte order mark, Windows line endings, a second header and comments change nothing', () => {
  const text = ['#EXTM3U', '#EXTINF:-1,One', `${address}?1`, '', '==== News ====', '#EXTM3U', '#EXTINF:-1,Two', `${address}?2`].join('\r\n')
  expect(entriesOf(text).map(({ name, line }) => [name, line])).toEqual([
    ['One', 2],
    ['Two', 7],
  ])
  expect(problemsOf(text)).toEqual(['5 not_understood'])
})

test('guides in the header are reported, and its catch-up applies to all entries', () => {
  const text = `#EXTM3U url-tvg="https://a.example/1.xml.gz, https://a.example/2.xml,ftp://a.example/3" catchup="shift" catchup-days="2"\n#EXTINF:-1,One\n${address}`
  expect(readAll(text)[0]).toEqual({ guides: ['https://a.example/1.xml.gz', 'https://a.example/2.xml'] })
  expect(entriesOf(text)[0]).toMatchObject({ catchup_mode: 'shift', catchup_days: 2 })
})

test.each([
  ['an unclosed quote', `#EXTINF:-1 tvg-id="one,One\n${address}`, '2 quote_not_closed'],
  ['an entry without an address', `#EXTINF:-1,One\n#EXTINF:-1,Two\n${address}`, '2 no_address'],
  ['an entry at the end', `#EXTINF:-1,One`, '2 no_address'],
  ['an unplayable address', `#EXTINF:-1,One\nrtmp://a.example/one`, '2 address_not_played'],
  ['a script', `#EXTINF:-1,One\njavascript:alert(1)`, '2 address_not_played'],
  ['an invalid address', `#EXTINF:-1,One\nhttp://`, '3 address_broken'],
  ['a too long address', `#EXTINF:-1,One\nhttps://a.example/${'a'.repeat(9000)}`, '3 address_too_long'],
  ['an endless line', `#EXTINF:-1,${'a'.repeat(70_000)}`, '2 line_too_long'],
])('%s is reported by its line', (_, text, problem) => {
  expect(problemsOf(`#EXTM3U\n${text}`).map((problem) => problem.replace(/^\d+/, ''))).toEqual([problem.replace(/^\d+/, '')])
})

test('without a base, a relative address is refused', () => {
  const list = new ListReader(undefined)
  const events = ['#EXTM3U', '#EXTINF:-1,One', 'one.m3u8'].flatMap((line) => [...list.read(line)])
  expect(events).toEqual([{ problem: { line: 3, code: 'address_relative', detail: 'One' } }])
})

const pieces = fc.oneof(
  fc.constantFrom(
    '#EXTM3U',
    '#EXTINF:',
    '-1',
    ' tvg-id=',
    '"',
    ',',
    '|',
    '=',
    '&',
    '#KODIPROP:',
    '#EXTHTTP:{',
    'https://a.example/',
    '\n',
    '\\',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
test('entries of any list are storable in the database', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      for (const entry of entriesOf(parts.join(''))) {
        expect(entry.name.length).toBeGreaterThan(0)
        expect(entry.name.length).toBeLessThanOrEqual(255)
        expect(entry.stream_url).toMatch(/^https?:\/\//)
        expect(JSON.stringify(entry)).not.toContain('\\u0000')
        expect(JSON.stringify(entry).isWellFormed()).toBe(true)
        expect(entry.tvg_id).not.toBe('')
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  '"',
  "'",
  ' tvg-id=',
  ' a=""',
  ',',
  '|a=',
  '(',
  '&',
  '&amp;',
  'tvg-id="',
  '" a="',
  '", ',
  ' " ',
  'a ',
  ',a="',
  '$',
  'a,b://',
  ', #genre#',
])('a line full of %s is read in limited time', (sign) => {
  const clock = measureUndisturbedMs()
  entriesOf(`#EXTM3U\n#EXTINF:-1 ${sign.repeat(60_000 / sign.length)}\n${address}`)
  expect(clock()).toBeLessThan(2000)
})
