import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undisturbedClock } from '#test/busy-machine.ts'
import { ListReader, type ListEntry, type ListEvent } from './m3u.ts'

const base = 'https://lists.example.com/tv/all.m3u'
function readAll(text: string, from: string | undefined = base): ListEvent[] {
  const list = new ListReader(from)
  return [...text.split(/\r\n|\n/).flatMap((line) => [...list.read(line)]), ...list.end()]
}
const entriesOf = (text: string, from?: string) => readAll(text, from).flatMap((event) => ('entry' in event ? [event.entry] : []))
const problemsOf = (text: string, from?: string) =>
  readAll(text, from).flatMap((event) => ('problem' in event ? [`${event.problem.line} ${event.problem.code}`] : []))
const one = (text: string, from?: string): ListEntry => {
  const [entry, ...more] = entriesOf(`#EXTM3U\n${text}`, from)
  expect(more).toEqual([])
  return entry!
}
const address = 'https://live.example.com/one/index.m3u8'

test.each<[about: string, text: string, expected: Partial<ListEntry>]>([
  ['a plain entry', `#EXTINF:-1,One\n${address}`, { name: 'One', stream_url: address, kind: 'live', groups: [], tvg_id: null }],
  [
    'all usual attributes',
    `#EXTINF:-1 tvg-id="one.be" tvg-name="Eén" tvg-logo="https://a.example/l.png" tvg-chno="7" group-title="News;Flemish",Eén\n${address}`,
    { name: 'Eén', tvg_id: 'one.be', logo_url: 'https://a.example/l.png', number: 7, groups: ['News', 'Flemish'] },
  ],
  ['a comma in a name', `#EXTINF:-1 tvg-id="a",The Good, the Bad\n${address}`, { name: 'The Good, the Bad', tvg_id: 'a' }],
  [
    'a comma in an attribute',
    `#EXTINF:-1 tvg-logo="https://a.example/a.png,b.png" group-title="A, B",One\n${address}`,
    { name: 'One', logo_url: 'https://a.example/a.png,b.png', groups: ['A, B'] },
  ],
  ['quotes in a name', `#EXTINF:-1 tvg-id="a",The "One"\n${address}`, { name: 'The "One"' }],
  ['a space after the colon', `#EXTINF: -1, One\n${address}`, { name: 'One' }],
  ['no length', `#EXTINF:,One\n${address}`, { name: 'One' }],
  ['indented lines', `   #EXTINF:-1,One\n\t${address}  `, { name: 'One', stream_url: address }],
  ['names of attributes in capitals', `#EXTINF:-1 tvg-ID="CH1",One\n${address}`, { tvg_id: 'CH1' }],
  ['attributes without quotes', `#EXTINF:-1 tvg-id=one tvg-chno=3,One\n${address}`, { tvg_id: 'one', number: 3, name: 'One' }],
  ['a quote that never ends', `#EXTINF:-1 tvg-id="one,One\n${address}`, { name: 'One' }],
  ['no name but tvg-name', `#EXTINF:-1 tvg-name="One",\n${address}`, { name: 'One' }],
  [
    'single quotes, with a comma and another quote in a value',
    `#EXTINF:-1 tvg-id='one' tvg-name='Één, "twee"' group-title='Sport, talk',One\n${address}`,
    { tvg_id: 'one', groups: ['Sport, talk'], name: 'One' },
  ],
  [
    'quotes within quotes',
    `#EXTINF:-1 tvg-name="The "Best", of all" tvg-id="best" group-title="The "B" list",The "Best"\n${address}`,
    { tvg_id: 'best', groups: ['The "B" list'], name: 'The "Best"' },
  ],
  [
    'a comma behind the length',
    `#EXTINF:-1,tvg-id="one" group-title="News, talk",12 - One\n${address}`,
    { tvg_id: 'one', groups: ['News, talk'], name: '12 - One' },
  ],
  [
    'commas between attributes',
    `#EXTINF:-1, tvg-id="one", group-title="News", One\n${address}`,
    { tvg_id: 'one', groups: ['News'], name: 'One' },
  ],
  ['a name that looks like an attribute', `#EXTINF:-1,E=mc2\n${address}`, { name: 'E=mc2' }],
  [
    'attributes without a space between them',
    `#EXTINF:-1 tvg-id="one"tvg-chno="3",One\n${address}`,
    { tvg_id: 'one', number: 3, name: 'One' },
  ],
  ['words between attributes', `#EXTINF:-1 tvg-id="one" [HD] new group-title="News",One\n${address}`, { tvg_id: 'one', groups: ['News'] }],
  ['no comma before the name', `#EXTINF:-1 tvg-id="one" One more\n${address}`, { tvg_id: 'one', name: 'One more' }],
  [
    'a quote that never ends',
    `#EXTINF:-1 tvg-id="one" group-title="News,One\n${address}`,
    { tvg_id: 'one', groups: ['News'], name: 'One' },
  ],
  [
    'entities',
    `#EXTINF:-1 tvg-id="a&amp;b" tvg-logo="https://a.example/?a=1&amp;b=2" group-title="Arts &amp; More;L&#39;Actu",Caf&eacute; &amp;amp; Co\n${address}?a=1&amp;copy;=2`,
    {
      tvg_id: 'a&b',
      logo_url: 'https://a.example/?a=1&b=2',
      groups: ['Arts & More', "L'Actu"],
      name: 'Café & Co',
      stream_url: `${address}?a=1&copy;=2`,
    },
  ],
  [
    'what only looks like an entity',
    `#EXTINF:-1,A&E &nothing; &amp\n${address}?a=1&b=2`,
    { name: 'A&E &nothing; &amp', stream_url: `${address}?a=1&b=2` },
  ],
  ['a number with a part behind it', `#EXTINF:-1 tvg-chno="5.1",One\n${address}`, { number: 5.1 }],
  ['a name for guides', `#EXTINF:-1 tvg-name="Canal_Uno_HD",|ES| Uno *\n${address}`, { match_tvg_name: 'canaluno' }],
  ['a group in a line of its own', `#EXTINF:-1,One\n#EXTGRP:News\n${address}`, { groups: ['News'] }],
  ['radio', `#EXTINF:-1 radio="true",Radio 1\n${address}`, { kind: 'radio' }],
  [
    'what Kodi puts behind an address',
    `#EXTINF:-1,One\n${address}|User-Agent=A%20B&Referer=https://a.example/`,
    { stream_url: address, stream_headers: { 'User-Agent': 'A B', Referer: 'https://a.example/' } },
  ],
  [
    'what VLC is told',
    `#EXTINF:-1,One\n#EXTVLCOPT:http-user-agent=VLC/3\n#EXTVLCOPT:http-referrer=https://a.example/\n#EXTVLCOPT:network-caching=1\n${address}`,
    { stream_headers: { 'User-Agent': 'VLC/3', Referer: 'https://a.example/' } },
  ],
  [
    'DASH with a licence',
    `#KODIPROP:inputstream.adaptive.manifest_type=mpd\n#KODIPROP:inputstream.adaptive.license_type=com.widevine.alpha\n#EXTINF:-1,One\nhttps://a.example/m`,
    { stream_kind: 'dash', is_protected: true, name: 'One' },
  ],
  ['#EXTHTTP', `#EXTINF:-1,One\n#EXTHTTP:{"cookie":"a=b"}\n${address}`, { stream_headers: { Cookie: 'a=b' } }],
  [
    'catch-up by shifting',
    `#EXTINF:-1 tvg-shift="-4.5" timeshift="3" catchup="shift",One\n${address}`,
    { catchup_mode: 'shift', catchup_days: 3, guide_shift_minutes: -270 },
  ],
  [
    'catch-up by a template',
    `#EXTINF:-1 catchup="append" catchup-source="?utc={utc}" catchup-days="7",One\n${address}`,
    { catchup_mode: 'append', catchup_source: '?utc={utc}', catchup_days: 7 },
  ],
  ['catch-up by tvg-rec alone', `#EXTINF:-1 tvg-rec="3",One\n${address}`, { catchup_mode: 'shift', catchup_days: 3 }],
  ['catch-up by timeshift alone', `#EXTINF:-1 timeshift="2 days",One\n${address}`, { catchup_mode: 'shift', catchup_days: 2 }],
  ['no catch-up by tvg-rec', `#EXTINF:-1 tvg-rec="0",One\n${address}`, { catchup_mode: null, catchup_days: 0 }],
  ['days of catch-up, but no way to it', `#EXTINF:-1 catchup-days="4",One\n${address}`, { catchup_mode: null }],
  ['catch-up that is off', `#EXTINF:-1 catchup="none" tvg-rec="3",One\n${address}`, { catchup_mode: null, catchup_days: 0 }],
  ['catch-up without its template', `#EXTINF:-1 catchup="default",One\n${address}`, { catchup_mode: null }],
  ['a film', `#EXTINF:5400 tvg-id="one",A film\nhttps://a.example/film.mp4`, { kind: 'on_demand' }],
  ['a group for adults', `#EXTINF:-1 group-title="Adults only",One\n${address}`, { adult: true }],
  ['no group for adults', `#EXTINF:-1 group-title="Young adulthood",One\n${address}`, { adult: false }],
  ['a relative address', `#EXTINF:-1,One\nstream/one.m3u8`, { stream_url: 'https://lists.example.com/tv/stream/one.m3u8' }],
  [
    'an address as long as none is',
    `#EXTINF:-1,One\nhttps://a.example/${'a'.repeat(4000)}.m3u8`,
    { stream_url: `https://a.example/${'a'.repeat(4000)}.m3u8` },
  ],
  ['no missing id', `#EXTINF:-1 tvg-id="",One\n${address}`, { tvg_id: null }],
  ['markup and signs that are not seen', `#EXTINF:-1,<b>O\u202ene</b>\u0000\n${address}`, { name: '<b>One</b>' }],
])('%s is read', (_, text, expected) => {
  expect(one(text)).toMatchObject(expected)
})

test.each([
  ['a film’s ending', '-1', '', 'One', 'https://a.example/films/one.mkv?token=1'],
  ['a film’s ending and a length', '1', '', 'One', 'https://a.example/one.mp4'],
  ['a film of Xtream Codes', '-1', '', 'One', 'http://a.example:80/movie/user/pass/12.m3u8'],
  ['an episode of Xtream Codes', '-1', '', 'One', 'http://a.example:80/series/user/pass/12'],
  ['Kodi’s mark', '-1', 'media="true"', 'One', 'https://a.example/one'],
  ['a type', '-1', 'tvg-type="movies"', 'One', 'https://a.example/one'],
  ['a length', '5400', '', 'One', 'https://a.example/one/index.m3u8'],
  ['a group', '-1', 'group-title="NL | VOD Films"', 'One', 'https://a.example/one'],
  ['a group in French', '-1', 'group-title="Films à la demande"', 'One', 'https://a.example/play?id=1'],
  ['an episode by name', '-1', '', 'One S01 E12', 'https://a.example/one.m3u8'],
])('on demand by %s', (_, seconds, attributes, name, url) => {
  expect(one(`#EXTINF:${seconds} ${attributes},${name}\n${url}`)).toMatchObject({ kind: 'on_demand', name })
})

test('on demand by the type of a playlist, only for the next entry', () => {
  const text = `#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:-1,One\n${address}?1\n#EXTINF:-1,Two\n${address}?2`
  expect(entriesOf(text).map(({ kind }) => kind)).toEqual(['on_demand', 'live'])
})

test.each([
  ['a short length', '16', '', 'One', 'https://a.example/one/chunklist.m3u8'],
  ['what streams as WebM', '-1', '', 'One', 'https://a.example/one.webm'],
  ['a group of film channels', '-1', 'group-title="Movies"', 'Film 1', 'https://a.example/one.m3u8'],
  ['a playlist in a group of films', '-1', 'group-title="VOD Movies"', 'Film 24', 'https://a.example/one/master.m3u8?a=1'],
  ['a live path', '-1', 'group-title="VOD"', 'One', 'http://a.example/live/user/pass/1.ts'],
  ['a length beside catch-up', '3600', 'tvg-rec="7"', 'One', 'https://a.example/one.m3u8'],
  ['a folder of films', '-1', '', 'Movie 24', 'https://a.example/movie/index.m3u8'],
])('live in spite of %s', (_, seconds, attributes, name, url) => {
  expect(one(`#EXTINF:${seconds} ${attributes},${name}\n${url}`)).toMatchObject({ kind: 'live', name })
})

test('a group on a separate line is valid until the next one; an entry’s own takes precedence', () => {
  const text = ['#EXTGRP:News &amp; Talk', '#EXTINF:-1,A', 'a', '#EXTINF:-1,B', 'b', '#EXTINF:-1 group-title="Own",C', 'c', '#EXTINF:-1,D']
  const more = ['#EXTGRP:Sport;Live', 'd', '#EXTINF:-1,E', 'e', '#EXTGRP:', '#EXTINF:-1,F', 'f']
  expect(entriesOf([...text, ...more].join('\n')).map(({ name, groups }) => [name, ...groups])).toEqual([
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
  const more = ['A, B,https://a.example/3,x.m3u8', '# 体育 ,#genre#', 'Sport,rtmp://a.example/4', 'Sport,https://a.example/5.m3u8']
  expect(entriesOf([...text, ...more].join('\n')).map(({ line, name, groups, stream_url }) => [line, name, groups[0], stream_url])).toEqual(
    [
      [2, 'CCTV 1', '央视', 'http://a.example/1.m3u8'],
      [3, 'CCTV 2', '央视', 'http://a.example/2.m3u8'],
      [4, 'A, B', '央视', 'https://a.example/3,x.m3u8'],
      [7, 'Sport', '体育', 'https://a.example/5.m3u8'],
    ],
  )
  expect(problemsOf([...text, ...more].join('\n'))).toEqual(['3 first_address', '6 address_not_played'])
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
  ['a quote that is not closed', `#EXTINF:-1 tvg-id="one,One\n${address}`, '2 quote_not_closed'],
  ['an entry without an address', `#EXTINF:-1,One\n#EXTINF:-1,Two\n${address}`, '2 no_address'],
  ['an entry at the end', `#EXTINF:-1,One`, '2 no_address'],
  ['an address that no browser plays', `#EXTINF:-1,One\nrtmp://a.example/one`, '2 address_not_played'],
  ['a script', `#EXTINF:-1,One\njavascript:alert(1)`, '2 address_not_played'],
  ['an address that is none', `#EXTINF:-1,One\nhttp://`, '3 address_broken'],
  ['an address that is too long', `#EXTINF:-1,One\nhttps://a.example/${'a'.repeat(9000)}`, '3 address_too_long'],
  ['a line without end', `#EXTINF:-1,${'a'.repeat(70_000)}`, '2 line_too_long'],
])('%s is reported by its line', (_, text, problem) => {
  expect(problemsOf(`#EXTM3U\n${text}`).map((found) => found.replace(/^\d+/, ''))).toEqual([problem.replace(/^\d+/, '')])
})

test('without a base, a relative address is refused', () => {
  const list = new ListReader(undefined)
  const events = ['#EXTM3U', '#EXTINF:-1,One', 'one.m3u8'].flatMap((line) => [...list.read(line)])
  expect(events).toEqual([{ problem: { line: 3, code: 'address_relative', detail: 'One' } }])
})

test('a bare URL is an entry named after it', () => {
  expect(one(address)).toMatchObject({ name: 'index.m3u8', stream_url: address })
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
])('a line full of %s takes no time', (sign) => {
  const clock = undisturbedClock()
  entriesOf(`#EXTM3U\n#EXTINF:-1 ${sign.repeat(60_000 / sign.length)}\n${address}`)
  expect(clock()).toBeLessThan(2000)
})
