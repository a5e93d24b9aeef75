import fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { productSandbox } from '#test/sandbox.ts'
import { importTask } from '../import-task.ts'
import type { ImportedData } from './imported.ts'
import { readImport } from './read-import.ts'

const names = { channel: 'Imported', series: 'Videos' }
const read = (content: string | Uint8Array, name?: string) =>
  readImport({ bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, name, names })
/** Formats each channel as `Channel: Series (First, Second) Other (Third)`. */
const described = ({ kind, channels }: ImportedData) => [
  kind,
  ...channels.map(
    ({ name, series }) => `${name}: ${series.map((one) => `${one.name} (${one.videos.map(({ title }) => title).join(', ')})`).join(' ')}`,
  ),
]

async function zipOf(files: Record<string, string | Buffer>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  return buffer(zip.outputStream.pipe(new PassThrough()))
}

const m3u = `#EXTM3U
#PLAYLIST:My stations
#EXTINF:-1 tvg-id="a, b" tvg-logo="https://x.test/a.png" group-title="News, live",First, with a comma
#EXTVLCOPT:http-user-agent=x
https://live.test/first.m3u8
#EXTINF:120,Second
#EXTGRP:Films
https://live.test/second.mp4
rtmp://live.test/third

https://live.test/bare.mp4
`
const escapedM3u = `#EXTM3U
#PLAYLIST:This &amp; that
#EXTGRP:Arts &amp; More
#EXTINF:-1,A&amp;E
https://live.test/1?a=1&amp;b=2
#EXTINF:-1 group-title='News, talk',L&#39;Equipe
https://live.test/2
#EXTINF:-1,Third
https://live.test/3
Films,#genre#
Fourth,https://live.test/4
`
const opml = `<?xml version="1.0"?><opml version="2.0"><head><title>My feeds</title></head><body>
<outline text="Trains &amp; trams"><outline text="Rail" type="rss" xmlUrl="https://rail.test/feed.xml" htmlUrl="https://rail.test/"/>
<outline text="Old"><outline text="Steam" xmlUrl="https://steam.test/rss"/></outline></outline>
<outline text="Local" xmlUrl="file:///etc/passwd"/>
</body></opml>`
const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1">Films</H3>
  <DL><p>
    <DT><A HREF="https://films.test/a" ADD_DATE="1">A &amp; B</A>
    <DT><H3>Short</H3><DL><p><DT><A HREF="https://films.test/b">B</A></DL><p>
  </DL><p>
  <DT><A HREF="javascript:alert(1)">Trick</A>
  <DT><A HREF="https://loose.test/">Loose</A>
</DL><p>`
const takeout =
  'Video ID,Playlist Video Creation Timestamp\r\ndQw4w9WgXcQ,2024-01-02T03:04:05+00:00\r\nabcdefghijk,2024-01-03T03:04:05+00:00\r\nnonsense\r\n'
const subscriptions =
  'Kanaal-ID,Kanaal-URL,Kanaaltitel\nUCabcdefghijklmnopqrstuv,http://www.youtube.com/channel/UCabcdefghijklmnopqrstuv,"Trains, and ""more"""\n'

test.each<[string, string, string | undefined, string[]]>([
  ['M3U', m3u, undefined, ['m3u', 'My stations: News, live (First, with a comma) Films (Second, live.test/bare.mp4)']],
  [
    'M3U with entities and groups that hold',
    escapedM3u,
    undefined,
    ['m3u', "This & that: Arts & More (A&E, Third) News, talk (L'Equipe) Films (Fourth)"],
  ],
  ['OPML', opml, undefined, ['opml', 'My feeds: Trains & trams (Rail) Trains & trams / Old (Steam)']],
  ['bookmarks', bookmarks, undefined, ['bookmarks', 'Bookmarks: Films (A & B) Films / Short (B) Videos (Loose)']],
  [
    'a playlist of YouTube',
    takeout,
    'Watch later-videos',
    ['takeout', 'Watch later: Watch later (youtube.com/watch?v=dQw4w9WgXcQ, youtube.com/watch?v=abcdefghijk)'],
  ],
  ['subscriptions of YouTube', subscriptions, undefined, ['takeout', 'Imported: Videos (Trains, and "more")']],
  [
    'links',
    'Some text\nA film https://a.test/1\n# Series two\n- <https://b.test/2>, Second\nhttps://c.test/(3)\n',
    undefined,
    ['links', 'Imported: Videos (A film) Series two (Second, c.test/(3)'],
  ],
])('%s', async (_, content, name, expected) => {
  const found = described(await read(content, name))
  expect(found[0]).toBe(expected[0])
  if (expected[0] !== 'links') expect(found).toEqual(expected)
  else expect(found[1]).toContain(expected[1])
})

test('skipped entries are reported by line', async () => {
  expect((await read(m3u)).skipped).toEqual([{ line: 9, text: 'rtmp://live.test/third', reason: 'no_address' }])
  expect((await read(opml)).skipped).toEqual([{ line: 4, text: 'file:///etc/passwd', reason: 'no_address' }])
  expect((await read(bookmarks)).skipped).toEqual([{ line: 10, text: 'javascript:alert(1)', reason: 'no_address' }])
  expect((await read(takeout)).skipped).toEqual([{ line: 4, text: 'nonsense', reason: 'unread' }])
})

test('detects the encoding with and without a byte order mark, UTF-16, windows-1252, and all line endings', async () => {
  const text = 'Café – één https://a.test/1'
  const utf16 = Buffer.from(text, 'utf16le')
  const big = Buffer.from(utf16).swap16()
  const titleOf = async (bytes: Uint8Array) => (await read(bytes)).channels[0]!.series[0]!.videos[0]!.title
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    utf16,
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    big,
  ])
    expect(await titleOf(bytes)).toBe('Café – één')
  expect(await titleOf(Buffer.from('Caf\xe9 \x96 \xe9\xe9n https://a.test/1', 'latin1'))).toBe('Café – één')
  for (const end of ['\r\n', '\r', '\n'])
    expect((await read(['https://a.test/1', 'https://a.test/2'].join(end))).channels[0]!.series[0]!.videos.length).toBe(2)
})

test('splits what exceeds one channel, without splitting a series that fits', async () => {
  const entries = (group: string, count: number) =>
    Array.from({ length: count }, (_, index) => `#EXTINF:-1 group-title="${group}",${index}\nhttps://a.test/${group}/${index}`).join('\n')
  const found = await read(`#EXTM3U\n${entries('A', 600)}\n${entries('B', 600)}\n${entries('C', 1500)}`, 'Much')
  expect(found.channels.map(({ name, series }) => [name, ...series.map((one) => `${one.name}${one.videos.length}`)])).toEqual([
    ['Much', 'A600'],
    ['Much (2)', 'B600', 'C400'],
    ['Much (3)', 'C1000'],
    ['Much (4)', 'C100'],
  ])
  const all = await read(`#EXTM3U\n${entries('A', 21_000)}`)
  expect([all.channels.length, all.skippedCount, all.skipped.length]).toEqual([20, 1000, 100])
  const series = await read(Array.from({ length: 250 }, (_, index) => `# ${index}\nhttps://a.test/${index}`).join('\n'))
  expect(series.channels.map(({ series }) => series.length)).toEqual([200, 50])
})

test('reads an archive of this site, packed or not, and one of YouTube', async () => {
  const data = JSON.stringify({
    format: 'choice-data',
    channels: [
      {
        name: 'Trains',
        description: 'All of them',
        tags: ['steam', ' Steam ', 7, 'x'.repeat(80)],
        adult: true,
        series: [
          {
            name: 'Steam',
            videos: [
              { src: 'https://a.test/1', title: 'One', description: 'd', duration: 60, start_at: 10, end_at: 20.5, adult: true },
              { src: 'https://a.test/2', title: 'Two', start_at: 30, end_at: 20 },
              { src: '/media/videos/x' },
              7,
            ],
          },
        ],
      },
      { name: 'Broken', series: 'no' },
    ],
  })
  const found = await read(data)
  expect(found.channels).toEqual([
    {
      name: 'Trains',
      description: 'All of them',
      tags: ['steam', `${'x'.repeat(49)}…`],
      adult: true,
      series: [
        {
          name: 'Steam',
          videos: [
            { src: 'https://a.test/1', title: 'One', description: 'd', duration: 60, start_at: 10, end_at: 20, adult: true },
            { src: 'https://a.test/2', title: 'Two', description: '', duration: null, start_at: 30 },
          ],
        },
      ],
    },
  ])
  expect(found.skippedCount).toBe(2)
  const packed = await read(await zipOf({ 'pictures/x.webp': 'x', 'data.json': data }))
  expect(packed).toEqual(found)
  const zip = await read(
    await zipOf({
      'Takeout/YouTube/playlists/Trains-videos.csv': takeout,
      'Takeout/YouTube/subscriptions/subscriptions.csv': subscriptions,
      'a.html': 'x',
    }),
    'takeout-2026',
  )
  expect(described(zip)[1]).toBe(
    'takeout-2026: Trains (youtube.com/watch?v=dQw4w9WgXcQ, youtube.com/watch?v=abcdefghijk) subscriptions (Trains, and "more")',
  )
})

test('refuses a zip that is too large unpacked, misstates that or is truncated', { tags: ['slow'] }, async () => {
  const sandbox = productSandbox()
  const run = (bytes: Uint8Array) =>
    sandbox.run(importTask, { bytes, names }).then(
      ({ channels }) => channels.length,
      (error: { kind: string }) => error.kind,
    )
  const bomb = await zipOf({ 'data.json': Buffer.alloc(100 * 1024 * 1024, ' ') })
  expect(bomb.byteLength).toBeLessThan(200_000)
  expect(await run(bomb)).toBe('failed')
  const small = Buffer.from(await zipOf({ 'data.json': Buffer.alloc(40 * 1024 * 1024, ' ') }))
  // Its directory claims far too small sizes.
  const listed = small.lastIndexOf(Buffer.from('504b0102', 'hex'))
  small.writeUInt32LE(10, listed + 24)
  expect(await run(small)).toBe('failed')
  expect(await run(small.subarray(0, small.byteLength / 2))).toBe('failed')
  // Paths are compared, never used.
  expect(await run(await zipOf({ 'folder/data.json': '{"format":"choice-data","channels":[]}' }))).toBe(0)
  const many = `<opml><body>${'<outline text="a">'.repeat(200_000)}`
  expect(await run(new TextEncoder().encode(many))).toBe('failed')
  expect(await run(new TextEncoder().encode('"'.repeat(2_000_000)))).toBe(0)
  expect(await run(new TextEncoder().encode(`#EXTM3U\n#EXTINF:${'"'.repeat(2_000_000)}\nhttps://a.test/`))).toBe(1)
})

/** Builds a zip file whose directory may lie about its entries. */
function rawZip(listed: readonly { name: string; content?: string; mode?: number; at?: number }[]): Uint8Array {
  const [files, list]: [Buffer[], Buffer[]] = [[], []]
  let size = 0
  for (const { name, content = '', mode = 0o100644, at } of listed) {
    const [bytes, named] = [Buffer.from(content), Buffer.from(name)]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(named.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(0x031e, 4)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(named.length, 28)
    entry.writeUInt32LE(mode * 0x10000, 38)
    entry.writeUInt32LE(at ?? size, 42)
    list.push(entry, named)
    if (at !== undefined) continue
    files.push(head, named, bytes)
    size += head.length + named.length + bytes.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(listed.length, 8)
  end.writeUInt16LE(listed.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(size, 16)
  return Buffer.concat([...files, ...list, end])
}

test('refuses a zip with overlapping, linking, escaping or too many entries', { tags: ['slow'] }, async () => {
  const sandbox = productSandbox()
  const run = (bytes: Uint8Array) =>
    sandbox.run(importTask, { bytes, names }).then(
      ({ channels }) => channels.length,
      (error: { kind: string }) => error.kind,
    )
  const data = JSON.stringify({
    format: 'choice-data',
    channels: [{ name: 'A', series: [{ name: 'B', videos: [{ src: 'https://a.test/1' }] }] }],
  })
  expect(await run(rawZip([{ name: 'data.json', content: data }]))).toBe(1)
  for (const name of ['../data.json', '/data.json', 'C:/data.json', 'a/../../data.json'])
    expect(await run(rawZip([{ name, content: data }]))).toBe('failed')
  // A symbolic link is just its text.
  expect(await run(rawZip([{ name: 'data.json', content: '/etc/passwd', mode: 0o120777 }]))).toBe(0)
  // One megabyte that claims to be two thousand files: reads no more than of any other.
  const table = `Video ID,Added\n${'dQw4w9WgXcQ,2024\n'.repeat(60_000)}`
  expect(
    await run(rawZip(Array.from({ length: 2000 }, (_, index) => ({ name: 'a.csv', content: table, ...(index > 0 && { at: 0 }) })))),
  ).toBe('failed')
  expect(await run(rawZip(Array.from({ length: 65_000 }, (_, index) => ({ name: `${index}`, ...(index > 0 && { at: 0 }) }))))).toBe(0)
})

test('any input is read or refused, and results stay within the limits', async () => {
  const pieces = fc.constantFrom(
    '#EXTM3U\n',
    '#EXTINF:-1 group-title="',
    '",',
    '<opml>',
    '<outline text="a" url="',
    '<DT><A HREF="',
    'https://a.test/',
    '\n',
    '</A>',
    '<DL>',
    ',',
    '"',
    '\u0000',
    '\uD800',
    '{"format":"choice-data","channels":[',
    '{',
    ']',
  )
  const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        text.map((one) => new TextEncoder().encode(one)),
        fc.uint8Array({ maxLength: 400 }),
      ),
      async (bytes) => {
        const found = await read(bytes).catch(() => undefined)
        for (const { name, series } of found?.channels ?? []) {
          expect(name.length).toBeLessThanOrEqual(50)
          for (const { name, videos } of series) {
            expect([name.length > 0, name.length <= 255, videos.length > 0]).toEqual([true, true, true])
            for (const { src, title } of videos)
              expect([/^https?:\/\//.test(src), title.length > 0, title.length <= 255]).toEqual([true, true, true])
          }
        }
      },
    ),
    { numRuns: 400 },
  )
})
