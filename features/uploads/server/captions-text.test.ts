import { expect, test } from 'vitest'
import { normaliseCaptions } from './captions-text.ts'

/** Returns the cue texts separated by `|`; null if refused. */
function read(input: string | Uint8Array, language = 'en'): string | null {
  const vtt = normaliseCaptions({ bytes: typeof input === 'string' ? Buffer.from(input) : input, language })
  const cues = vtt?.split('\n\n').slice(1, -1)
  return cues?.map((cue) => cue.split('\n').slice(1).join('\n')).join('|') ?? null
}
/** Returns a SubRip cue with these bytes of a code page. */
const inBytes = (...bytes: number[]) => Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), Buffer.from(bytes)])
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, string | Uint8Array, string | null]>([
  ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nA\nB\n\n2\n00:00:00,000 --> 00:00:01,000\nC', 'C|A\nB'],
  ['hours of many digits', 'WEBVTT\n\n100:00:00.000 --> 100:00:01.000\nA', 'A'],
  [
    'scripts, styles and entities',
    'WEBVTT\n\nSTYLE\n::cue { background: url(http://x) }\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>&lt;b&gt;',
    'alert(1)&lt;b&gt;',
  ],
  ['a cue that ends before it begins', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA', null],
  ['windows-1252', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\ncaf\xe9', 'latin1'), 'café'],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nzoë', 'utf16le')]), 'zoë'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), null],
  ['an empty file', '', null],
  ['an arrow in what is said', 'WEBVTT\n\n00:01.000 --> 00:02.000\nA --> B', 'A --&gt; B'],
  ['UTF-16 without a mark', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nзоя', 'utf16le'), 'зоя'],
  ['big-endian UTF-16 without a mark', utf16be('WEBVTT\n\n00:01.000 --> 00:02.000\nzoë'), 'zoë'],
  ['times without a fraction', '1\n00:00:01 --> 00:00:02\nA\n\n2\n00:00:03.123456 --> 00:00:04\nB', 'A|B'],
  [
    'character references',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nIt&#39;s na&iuml;ve &#x2013; R&amp;D &hellip; &amp;lt; &copy; &unknown; &lrm;AT&T',
    "It's naïve – R&amp;D … &amp;lt; © &amp;unknown; \u200EAT&amp;T",
  ],
  ['tags that are written as references', 'WEBVTT\n\n00:01.000 --> 00:02.000\n&#60;script&#62;&#10;x', '&lt;script&gt; x'],
  ['cues of WebVTT without an empty line between', 'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n00:02.000 --> 00:03.000\nB', 'A|B'],
  [
    'cues of SubRip without an empty line between',
    '1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\n1984\n3\n00:00:05,000 --> 00:00:06,000\nC',
    'A|1984|C',
  ],
  ['a number as the text', '00:00:01,000 --> 00:00:02,000\n1984\n00:00:03,000 --> 00:00:04,000\nB', '1984|B'],
  ['an empty line in a cue of SubRip', '1\n00:00:01,000 --> 00:00:02,000\nA\n\nB\n\n2\n00:00:03,000 --> 00:00:04,000\nC', 'A\nB|C'],
  ['a cue of SubRip that says nothing', '1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nC', 'C'],
  ['notes, names and regions', 'WEBVTT\n\nNOTE\nnone\n\nREGION\nid:a\n\nintro\n00:01.000 --> 00:02.000 line:0\nA\n\nNOTE b', 'A'],
])('captions are read: %s', (_, input, expected) => {
  expect(read(input)).toBe(expected)
})

test.each<[language: string, said: string, bytes: number[]]>([
  ['hu', 'hűvös őszi', [0x68, 0xfb, 0x76, 0xf6, 0x73, 0x20, 0xf5, 0x73, 0x7a, 0x69]],
  ['pl', 'żółta łódź', [0xbf, 0xf3, 0xb3, 0x74, 0x61, 0x20, 0xb3, 0xf3, 0x64, 0x9f]],
  ['cs', 'příšerný kůň', [0x70, 0xf8, 0xed, 0x9a, 0x65, 0x72, 0x6e, 0xfd, 0x20, 0x6b, 0xf9, 0xf2]],
  ['ru', 'Привет', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
  ['el', 'Καλημέρα', [0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1]],
  ['tr', 'ağış', [0x61, 0xf0, 0xfd, 0xfe]],
  ['fr', 'Où êtes-vous, garçon', [0x4f, 0xf9, 0x20, 0xea, 0x74, 0x65, 0x73, ...Buffer.from('-vous, gar'), 0xe7, 0x6f, 0x6e]],
  ['pt', 'não põe', [0x6e, 0xe3, 0x6f, 0x20, 0x70, 0xf5, 0x65]],
  ['fr', 'Café “€5”', [...Buffer.from('Caf'), 0xe9, 0x20, 0x93, 0x80, 0x35, 0x94]],
  ['nl', 'kost €5, of 6 €', [...Buffer.from('kost '), 0x80, ...Buffer.from('5, of 6 '), 0x80]],
  ['nl', 'voor € 5', [...Buffer.from('voor '), 0x80, ...Buffer.from(' 5')]],
  ['en', '2½ pints for £3', [0x32, 0xbd, ...Buffer.from(' pints for '), 0xa3, 0x33]],
  ['es', '¿Qué? ¡Olé!', [0xbf, ...Buffer.from('Qu'), 0xe9, ...Buffer.from('? '), 0xa1, ...Buffer.from('Ol'), 0xe9, 0x21]],
  ['ru', 'В 5 лет', [0xc2, ...Buffer.from(' 5 '), 0xeb, 0xe5, 0xf2]],
  ['sr', 'Ђак', [0x80, 0xe0, 0xea]],
  ['ja', '日本', [0x93, 0xfa, 0x96, 0x7b]],
])('captions in an old code page are read in their language: %s', (language, expected, bytes) => {
  expect(read(inBytes(...bytes), language)).toBe(expected)
})

test('an old code page is detected by its letters if the language is unknown', () => {
  const hungarian = [0x68, 0xfb, 0x76, 0xf6, 0x73, 0x20, 0xf5, 0x73, 0x7a, 0x69]
  const polish = [0xbf, 0xf3, 0xb3, 0x74, 0x61, 0x20, 0xb3, 0xf3, 0x64, 0x9f]
  expect([read(inBytes(...hungarian)), read(inBytes(...polish), '')]).toEqual(['hűvös őszi', 'żółta łódź'])
  expect(read(inBytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), 'und')).toBe('Привет')
  expect(read(inBytes(0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1), 'und')).toBe('Καλημέρα')
  expect(read(inBytes(0x96, 0x20, 0x66, 0xfc, 0x72, 0x20, 0x92, 0x6e, 0x20, 0x85), 'hu')).toBe('– für ’n …')
})
