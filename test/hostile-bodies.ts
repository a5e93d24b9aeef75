/** Bodies that try to slow down, exhaust or mislead their parser. */

const fill = (piece: string, length: number, before = '', after = '') =>
  before + piece.repeat(Math.max(0, Math.floor((length - before.length - after.length) / piece.length))) + after

const html = [
  '<',
  '</',
  '<!',
  '<!--',
  '<!-- x -->',
  '<?',
  '<a ',
  '<a\0',
  '<b>',
  '</b>',
  '<b></b>',
  '<p>',
  '<svg>',
  '<title>',
  '<meta',
  '<meta ',
  '<meta content=',
  '<meta charset=',
  '<meta name=title content=a>',
  '<meta name=twitter:player content=/a>',
  '<link rel=a href=b>',
  '<script>',
  '<script type=application/ld+json>[</script>',
  '<style>',
  '<textarea>',
  '<![CDATA[',
  '&',
  '&amp;',
  '&#x10ffff;',
  '&CounterClockwiseContourIntegral;',
  ' ',
  '\n',
  '"',
  "'",
  '=',
  '/',
  '>',
  '\0',
  '\u0085',
  '\u200B',
  '\uD800',
  'é',
]
const playlist = [
  '\n',
  '\r\n',
  ' \n',
  '#\n',
  '#a\n',
  '#EXT-X-STREAM-INF:\n#a\n',
  '#EXT-X-STREAM-INF:\n\n',
  '#EXT-X-PLAYLIST-TYPE:\n',
  '#EXTINF:1,\n',
  '#EXTINF:99999.999999999,\na.ts\n',
  '#EXTINF:',
  '\n#EXT-X-ENDLIS',
]
const json = ['[', '{"@graph":', '[[],', '{"a":1},', '"\\u0000",', '1e', '{"@type":"VideoObject","name":"']

/** Hostile bodies by name, each as a function that returns a body of about `length` bytes. */
export const hostileBodies: readonly (readonly [name: string, make: (length: number) => Buffer])[] = [
  ...html.flatMap((piece) => [
    [`many ${JSON.stringify(piece)}`, (length: number) => Buffer.from(fill(piece, length))] as const,
    [
      `an attribute of ${JSON.stringify(piece)}`,
      (length: number) => Buffer.from(fill(piece, length, '<meta property="og:title" content="')),
    ] as const,
    [`a title of ${JSON.stringify(piece)}`, (length: number) => Buffer.from(fill(piece, length, '<title>x', '</title>'))] as const,
  ]),
  ...playlist.map(
    (piece) =>
      [
        `a playlist of ${JSON.stringify(piece)}`,
        (length: number) => Buffer.from(fill(piece, length, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n')),
      ] as const,
  ),
  ...playlist.map(
    (piece) =>
      [
        `segments and ${JSON.stringify(piece)}`,
        (length: number) => Buffer.from(fill(piece, length, '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\n')),
      ] as const,
  ),
  ...json.map(
    (piece) =>
      [
        `JSON-LD of ${piece}`,
        (length: number) => Buffer.from(fill(piece, length, '<script type="application/ld+json">', '</script>')),
      ] as const,
  ),
  [
    'JSON-LD that names itself a million times',
    (length) =>
      Buffer.from(fill('{},', length, '<script type="application/ld+json">{"@type":"VideoObject","video":[', '{}],"name":"x"}</script>')),
  ],
  [
    'a base as long as the page, and many addresses',
    (length) =>
      Buffer.from(`<base href="https://a.example/${'b'.repeat(length / 2)}/">${fill('<meta name=twitter:player content=c>', length / 2)}`),
  ],
  [
    'names in every attribute',
    (length) =>
      Buffer.from(
        Array.from({ length: length / 10 }, (_, n) => ` a${n}=b`)
          .join('')
          .replace(/^/, '<meta'),
      ),
  ],
  ['an MPD that never ends', (length) => Buffer.from(fill('<MPD ', length, '<?xml version="1.0"?>'))],
  ['an MPD of attributes', (length) => Buffer.from(fill(' mediaPresentationDuration="', length, '<MPD '))],
  ['UTF-16 without a mark', (length) => Buffer.from(fill('<meta name=title content=a>', length / 2), 'utf16le')],
  ['UTF-16, cut in a character', (length) => Buffer.from(fill('<title>\uD83D\uDE00', length / 2, '\uFEFF'), 'utf16le').subarray(0, -1)],
  ['a charset that is hard to find', (length) => Buffer.from(`${'<meta'.repeat(39)}charset=${' '.repeat(3880)}${'<'.repeat(length)}`)],
  ['bytes that are no text', (length) => Buffer.alloc(length, Buffer.from([0xff, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x3c]))],
]
