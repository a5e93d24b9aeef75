import { expect, test } from 'vitest'
import { cleanText, parseDuration, parseTime, htmlToText, removeSiteSuffix } from './text.ts'

test.each([
  ['  A\n title\twith   space ', 'A title with space'],
  ['Bob &amp;#39;s &amp; Anna&#8217;s', 'Bob &#39;s & Anna’s'],
  ['Q&A & R&B; AT&T', 'Q&A & R&B; AT&T'],
  ['1 < 2 and <b> stays', '1 < 2 and <b> stays'],
  ['nul\0 bell\u0007 bom\uFEFF turn\u202Eover', 'nul bell bom turnover'],
  ['half \uD83D emoji', 'half \uFFFD emoji'],
  ['👩‍🚀 joins', '👩‍🚀 joins'],
  [' \u00A0 ', ''],
  ['\u200D\u3164', ''],
])('%j becomes %j', (text, clean) => {
  expect(cleanText(text, 255)).toBe(clean)
})

test('removes markup where it is expected', () => {
  expect(cleanText(htmlToText('<p>First.</p><p>I &lt;3 <em>it</em></p>'), 255)).toBe('First. I <3 it')
})

test('truncates a long text at a word and never inside a character', () => {
  const cut = cleanText('word '.repeat(100), 50)
  expect(cut).toBe(`${'word '.repeat(9).trim()}…`)
  expect(cut.length).toBeLessThanOrEqual(50)
  const emoji = cleanText('😀'.repeat(100), 50)
  expect(emoji).toBe(`${'😀'.repeat(24)}…`)
  expect(cleanText('a'.repeat(255), 255)).toBe('a'.repeat(255))
  expect(cleanText('&amp;'.repeat(100_000), 255).length).toBe(255)
})

test.each([
  ['PT6M0S', 360],
  ['pt1h2m3.6s', 3724],
  ['P0DT0H0M12S', 12],
  ['P1DT1S', 86_401],
  ['754', 754],
  [754.4, 754],
  ['12.5', 13],
  ['PT0S', undefined],
  ['P', undefined],
  ['0', undefined],
  ['12:34', undefined],
  ['', undefined],
  [null, undefined],
  [-5, undefined],
  ['99999999', undefined],
  [{}, undefined],
])('the duration %j is %j seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each([
  ['2008-08-01T04:06:40-07:00', '2008-08-01T11:06:40.000Z'],
  ['2018-01-22', '2018-01-22T00:00:00.000Z'],
  ['2018-01-22 18:38:17', '2018-01-22T18:38:17.000Z'],
  ['2018-01-22T18:38', '2018-01-22T18:38:00.000Z'],
  ['Mon, 22 Jan 2018 18:38:17 GMT', '2018-01-22T18:38:17.000Z'],
  ['yesterday', undefined],
  ['Season 2018', undefined],
  ['2018-01-22T18:38:17+0100', '2018-01-22T17:38:17.000Z'],
  ['0001-01-01', undefined],
  ['9999-12-31', undefined],
  ['2018-13-45', undefined],
  [1_516_646_297, undefined],
  [null, undefined],
])('the time %j is %j', (text, time) => {
  expect(parseTime(text)).toBe(time)
})

test.each([
  ['A film | The Site', 'The Site', 'A film'],
  ['A film – the site', 'The Site', 'A film'],
  ['The Site', 'The Site', 'The Site'],
  ['Welcome to The Site', 'The Site', 'Welcome to The Site'],
  [' - The Site', 'The Site', ' - The Site'],
  ['A film', '', 'A film'],
])('%j of %j gets the title %j', (title, site, name) => {
  expect(removeSiteSuffix(title, site)).toBe(name)
})
