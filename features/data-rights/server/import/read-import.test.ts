import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeImport, readImportFile, subscriptions, takeout } from '#test/read-import.ts'

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

test.each<[string, string, string | undefined, string[]]>([
  ['M3U', m3u, undefined, ['m3u', 'My stations: News, live (First, with a comma) Films (Second, live.test/bare.mp4)']],
  [
    'M3U with entities, and with groups that apply to the lines below',
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
  const result = describeImport(await readImportFile(content, name))
  expect(result[0]).toBe(expected[0])
  if (expected[0] !== 'links') expect(result).toEqual(expected)
  else expect(result[1]).toContain(expected[1])
})

test('skipped entries are reported by line', async () => {
  expect((await readImportFile(m3u)).skipped).toEqual([{ line: 9, text: 'rtmp://live.test/third', reason: 'no_address' }])
  expect((await readImportFile(opml)).skipped).toEqual([{ line: 4, text: 'file:///etc/passwd', reason: 'no_address' }])
  expect((await readImportFile(bookmarks)).skipped).toEqual([{ line: 10, text: 'javascript:alert(1)', reason: 'no_address' }])
  expect((await readImportFile(takeout)).skipped).toEqual([{ line: 4, text: 'nonsense', reason: 'unread' }])
})

test('detects the encoding with and without a byte order mark, UTF-16, windows-1252, and all line endings', async () => {
  const text = 'Café – één https://a.test/1'
  const utf16 = Buffer.from(text, 'utf16le')
  const big = Buffer.from(utf16).swap16()
  const titleOf = async (bytes: Uint8Array) => (await readImportFile(bytes)).channels[0]!.series[0]!.videos[0]!.title
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
    expect((await readImportFile(['https://a.test/1', 'https://a.test/2'].join(end))).channels[0]!.series[0]!.videos.length).toBe(2)
})

test('splits content that exceeds one channel, without splitting a series that fits', async () => {
  const entries = (group: string, count: number) =>
    Array.from({ length: count }, (_, index) => `#EXTINF:-1 group-title="${group}",${index}\nhttps://a.test/${group}/${index}`).join('\n')
  const result = await readImportFile(`#EXTM3U\n${entries('A', 600)}\n${entries('B', 600)}\n${entries('C', 1500)}`, 'Much')
  expect(result.channels.map(({ name, series }) => [name, ...series.map((item) => `${item.name}${item.videos.length}`)])).toEqual([
    ['Much', 'A600'],
    ['Much (2)', 'B600', 'C400'],
    ['Much (3)', 'C1000'],
    ['Much (4)', 'C100'],
  ])
  const all = await readImportFile(`#EXTM3U\n${entries('A', 21_000)}`)
  expect([all.channels.length, all.skippedCount, all.skipped.length]).toEqual([20, 1000, 100])
  const series = await readImportFile(Array.from({ length: 250 }, (_, index) => `# ${index}\nhttps://a.test/${index}`).join('\n'))
  expect(series.channels.map(({ series }) => series.length)).toEqual([200, 50])
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
        text.map((item) => new TextEncoder().encode(item)),
        fc.uint8Array({ maxLength: 400 }),
      ),
      async (bytes) => {
        const result = await readImportFile(bytes).catch(() => undefined)
        for (const { name, series } of result?.channels ?? []) {
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
