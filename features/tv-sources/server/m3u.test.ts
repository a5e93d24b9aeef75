import { expect, test } from 'vitest'
import { type ListEntry } from './m3u.ts'
import { address, entriesOf, readOneEntry } from '#test/m3u-entries.ts'

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
  [
    'names and groups that are cut within an emoji, which the database would refuse',
    `#EXTINF:-1 tvg-id="${'i'.repeat(254)}🎬" group-title="${'g'.repeat(254)}🎬",${'n'.repeat(254)}🎬\n${address}`,
    { name: 'n'.repeat(254), tvg_id: 'i'.repeat(254), groups: ['g'.repeat(254)] },
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
    'text that only looks like an entity',
    `#EXTINF:-1,A&E &nothing; &amp\n${address}?a=1&b=2`,
    { name: 'A&E &nothing; &amp', stream_url: `${address}?a=1&b=2` },
  ],
  ['a number with a part behind it', `#EXTINF:-1 tvg-chno="5.1",One\n${address}`, { number: 5.1 }],
  ['a name for guides', `#EXTINF:-1 tvg-name="Canal_Uno_HD",|ES| Uno *\n${address}`, { match_tvg_name: 'canaluno' }],
  ['a group in a line of its own', `#EXTINF:-1,One\n#EXTGRP:News\n${address}`, { groups: ['News'] }],
  ['radio', `#EXTINF:-1 radio="true",Radio 1\n${address}`, { kind: 'radio' }],
  [
    'Kodi’s options behind an address',
    `#EXTINF:-1,One\n${address}|User-Agent=A%20B&Referer=https://a.example/`,
    { stream_url: address, stream_headers: { 'User-Agent': 'A B', Referer: 'https://a.example/' } },
  ],
  [
    'VLC’s options',
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
  expect(readOneEntry(text)).toMatchObject(expected)
})

test.each([
  ['a film’s extension', '-1', '', 'One', 'https://a.example/films/one.mkv?token=1'],
  ['a film’s extension and a length', '1', '', 'One', 'https://a.example/one.mp4'],
  ['a film of Xtream Codes', '-1', '', 'One', 'http://a.example:80/movie/user/pass/12.m3u8'],
  ['an episode of Xtream Codes', '-1', '', 'One', 'http://a.example:80/series/user/pass/12'],
  ['Kodi’s mark', '-1', 'media="true"', 'One', 'https://a.example/one'],
  ['a type', '-1', 'tvg-type="movies"', 'One', 'https://a.example/one'],
  ['a length', '5400', '', 'One', 'https://a.example/one/index.m3u8'],
  ['a group', '-1', 'group-title="NL | VOD Films"', 'One', 'https://a.example/one'],
  ['a group in French', '-1', 'group-title="Films à la demande"', 'One', 'https://a.example/play?id=1'],
  ['an episode by name', '-1', '', 'One S01 E12', 'https://a.example/one.m3u8'],
])('an entry is on demand by %s', (_, seconds, attributes, name, url) => {
  expect(readOneEntry(`#EXTINF:${seconds} ${attributes},${name}\n${url}`)).toMatchObject({ kind: 'on_demand', name })
})

test('the type of a playlist makes only the next entry on demand', () => {
  const text = `#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:-1,One\n${address}?1\n#EXTINF:-1,Two\n${address}?2`
  expect(entriesOf(text).map(({ kind }) => kind)).toEqual(['on_demand', 'live'])
})

test.each([
  ['a short length', '16', '', 'One', 'https://a.example/one/chunklist.m3u8'],
  ['a WebM stream', '-1', '', 'One', 'https://a.example/one.webm'],
  ['a group of film channels', '-1', 'group-title="Movies"', 'Film 1', 'https://a.example/one.m3u8'],
  ['a playlist in a group of films', '-1', 'group-title="VOD Movies"', 'Film 24', 'https://a.example/one/master.m3u8?a=1'],
  ['a live path', '-1', 'group-title="VOD"', 'One', 'http://a.example/live/user/pass/1.ts'],
  ['a length beside catch-up', '3600', 'tvg-rec="7"', 'One', 'https://a.example/one.m3u8'],
  ['a folder of films', '-1', '', 'Movie 24', 'https://a.example/movie/index.m3u8'],
])('an entry is live despite %s', (_, seconds, attributes, name, url) => {
  expect(readOneEntry(`#EXTINF:${seconds} ${attributes},${name}\n${url}`)).toMatchObject({ kind: 'live', name })
})

test('a bare URL is an entry named after it', () => {
  expect(readOneEntry(address)).toMatchObject({ name: 'index.m3u8', stream_url: address })
})
