import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { type AddressKind, rewritePlaylist } from './playlist.ts'

const playlistUrl = 'https://tv.example/live/one/index.m3u8?key=1'
const relayed = (address: string, kind: AddressKind) => `${kind}?${Buffer.from(address).toString('base64url')}`
const rewrite = (lines: readonly string[], from = playlistUrl) => rewritePlaylist(lines.join('\n'), from, relayed)
/** Returns the source's URLs that are in our signed addresses. */
const addressesIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/(list|part)\?([\w-]+)/g)].map(([, kind, address]) => [kind, Buffer.from(address!, 'base64url').toString()])

test("addresses of every form become ours, resolved against the playlist's URL", async () => {
  const text = await rewrite([
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:6',
    '#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"',
    '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1?a=b",IV=0x00000000000000000000000000000001',
    '#EXTINF:6,A title, with "quotes"',
    '#EXT-X-BYTERANGE:1000@0',
    'a.ts',
    '#EXTINF:6,',
    '../two/b.ts?x=1&y="2"',
    '#EXTINF:6,',
    '//cdn.example/c.ts',
    '#EXTINF:6,',
    'http://other.example:8080/d.ts',
    '#EXT-X-ENDLIST',
  ])
  expect(addressesIn(text)).toEqual([
    ['part', 'https://tv.example/live/one/init.mp4'],
    ['part', 'https://tv.example/keys/1?a=b'],
    ['part', 'https://tv.example/live/one/a.ts'],
    ['part', 'https://tv.example/live/two/b.ts?x=1&y=%222%22'],
    ['part', 'https://cdn.example/c.ts'],
    ['part', 'http://other.example:8080/d.ts'],
  ])
  expect(text).toContain(',BYTERANGE="720@0"\n')
  expect(text).toContain('#EXT-X-KEY:METHOD=AES-128,URI="part?')
  expect(text).toContain('",IV=0x00000000000000000000000000000001\n')
  expect(text).toContain('#EXT-X-BYTERANGE:1000@0\npart?')
  expect(text).toContain('#EXT-X-ENDLIST\n')
})

test('a master playlist names playlists: variants, audio, subtitles and I-frames', async () => {
  const text = await rewrite([
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Nederlands, ondertiteld",URI="audio/nl.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"',
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"',
    'low.m3u8',
    '',
    '#EXT-X-STREAM-INF:BANDWIDTH=2000',
    'high.m3u8',
  ])
  expect(addressesIn(text).map(([kind, address]) => `${kind} ${address!.split('/').at(-1)}`)).toEqual([
    'list nl.m3u8',
    'list frames.m3u8',
    'part k',
    'list low.m3u8',
    'list high.m3u8',
  ])
  expect(text).toContain('CODECS="avc1.4d401f,mp4a.40.2"')
  expect(text).toContain('NAME="English"')
})

test('comments and unknown tags, which may contain addresses, are dropped', async () => {
  const text = await rewrite([
    '#EXTM3U',
    '# https://secret.example/',
    '#EXT-X-DATERANGE:ID="x",X-ASSET-URI="https://ads.example/x.m3u8"',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.mp4"',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="https://steer.example/"',
    '#EXT-X-SOMETHING-NEW:URI="https://new.example/"',
    '#EXTINF:4,',
    'a.ts',
  ])
  expect(text).toBe(`#EXTM3U\n#EXTINF:4,\n${relayed('https://tv.example/live/one/a.ts', 'part')}\n`)
})

test.each([
  ['no playlist', ['<html>', 'a.ts']],
  ['a file of the server', ['#EXTM3U', '#EXTINF:4,', 'file:///etc/passwd']],
  ['bytes in the address', ['#EXTM3U', '#EXTINF:4,', 'data:video/mp4;base64,AAAA']],
  ['a script', ['#EXTM3U', '#EXTINF:4,', 'javascript:alert(1)']],
  ['a login in the address', ['#EXTM3U', '#EXTINF:4,', 'https://me:pass@tv.example/a.ts']],
  [
    'a key of another system',
    ['#EXTM3U', '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"', 'a.ts'],
  ],
  ['a map without quotes', ['#EXTM3U', '#EXT-X-MAP:URI=init.mp4', 'a.ts']],
  ['an address hidden in a name', ['#EXTM3U', '#EXT-X-MEDIA:NAME=",URI="x",URI="file:///etc/passwd"', 'a.ts']],
  ['more parts than in a day', ['#EXTM3U', ...Array.from({ length: 15_001 }, () => 'a')]],
  ['more keys than parts in a day', ['#EXTM3U', ...Array.from({ length: 15_001 }, () => '#EXT-X-KEY:METHOD=AES-128,URI="k"')]],
  ['too many lines', ['#EXTM3U', ...Array.from({ length: 100_000 }, () => 'a')]],
])('%s is not relayed', async (_, lines) => {
  expect(await rewrite(lines)).toBeUndefined()
})

test('no playlist contains an address outside the relay, and the time depends only on its length', async () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '#EXTM3U',
      '#EXTINF:4,',
      '#EXT-X-KEY:METHOD=AES-128,',
      'URI="',
      '"',
      ',',
      'a.ts',
      'https://x.example/a',
      'file:///x',
      '\n',
    ),
    fc.constantFrom(
      '#EXT-X-MEDIA:',
      'NAME="',
      '#EXT-X-STREAM-INF:',
      '\r\n',
      '\uFEFF',
      '//[::1]/x',
      'data:,x',
      '\\',
      '\u2028',
      '#EXT-X-MAP:',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const text = (await rewritePlaylist(`#EXTM3U\n${pieces.join('')}`, playlistUrl, relayed)) ?? ''
      for (const line of text.split('\n')) {
        if (line === '') continue
        if (!line.startsWith('#')) expect(line).toMatch(/^(?:list|part)\?[\w-]+$/)
        else if (/^#EXT-X-(?:KEY|SESSION-KEY|MAP|MEDIA|I-FRAME-STREAM-INF)\b/.test(line))
          for (const [, address] of line.matchAll(/(?:^|[,:])URI="([^"]*)"/g)) expect(address).toMatch(/^(?:list|part)\?[\w-]+$/)
        expect(line).not.toMatch(/^#(?!EXT)/)
      }
      for (const [, address] of addressesIn(text)) expect(address).toMatch(/^https?:/)
    }),
    { numRuns: 500 },
  )
  for (const hostile of [
    '#EXT-X-KEY:' + 'A='.repeat(400_000),
    '#EXT-X-MEDIA:' + 'A="",'.repeat(180_000),
    `#EXT-X-KEY:A=${' '.repeat(900_000)}"`,
    `#EXT-X-KEY:A="x"${' '.repeat(900_000)}"`,
    '#'.repeat(900_000),
    ' '.repeat(900_000),
  ]) {
    const clock = measureUndisturbedMs()
    await rewrite(['#EXTM3U', hostile])
    expect(clock()).toBeLessThan(2000)
  }
})

test('a playlist with too many parts is refused before any address is signed', async () => {
  let count = 0
  const lines = ['#EXTM3U', ...Array.from({ length: 29_000 }, (_, n) => `#EXTINF:6,\n${n}.ts`)]
  expect(await rewritePlaylist(lines.join('\n'), playlistUrl, () => `part?${count++}`)).toBeUndefined()
  expect(count).toBe(0)
})

test("a long source URL doesn't make the playlist grow without limit", async () => {
  const from = `https://tv.example/${'a/'.repeat(4000)}index.m3u8`
  const lines = (count: number) => ['#EXTM3U', ...Array.from({ length: count }, () => 'a.ts')]
  expect(await rewrite(lines(14_000), from)).toBeUndefined()
  expect((await rewrite(lines(14_000)))?.split('\n')).toHaveLength(14_002)
  expect(addressesIn(await rewrite(lines(500), from))).toHaveLength(500)
})
