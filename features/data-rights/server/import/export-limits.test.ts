import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { entriesOf, formatOf, readImportFile } from '#test/read-import.ts'

test('keeps descriptions of bookmarks, tables and JSON', async () => {
  const descriptionsOf = async (content: string) =>
    (await readImportFile(content)).channels.flatMap(({ series }) =>
      series.flatMap(({ videos }) => videos.map(({ description }) => description)),
    )
  const bookmarks =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Folder</H3><DD>Of the folder<DL><p><DT><A HREF="https://a.test/1">One</A>\n<DD>First &amp; long\n<DT><A HREF="https://a.test/2">Two</A></DL><p><DT><A HREF="https://a.test/3">Three</A><DD>Last</DL>'
  expect(await descriptionsOf(bookmarks)).toEqual(['First & long', '', 'Last'])
  expect(await descriptionsOf('title,url,excerpt\nOne,https://a.test/1,Of it\n')).toEqual(['Of it'])
  expect(await descriptionsOf('[{"title":"One","url":"https://a.test/1","note":"Mine"}]')).toEqual(['Mine'])
})

test.each([
  ['JSON with another structure', '{"name":"my-app","repository":{"type":"git","url":"https://a.test/repo"},"scripts":{"a":"b"}}'],
  ['JSON without addresses', '[{"title":"One"},{"title":"Two"}]'],
])('finds nothing in %s', async (_, content) => {
  expect(entriesOf(await readImportFile(content))).toEqual([])
})

test.each([
  ['truncated JSON', '{"bookmarks":[{"title":"One","url":"https://a.test/1"},'],
  ['XML of another kind', '<?xml version="1.0"?><project><url>https://a.test/</url></project>'],
  ['a table without a column of addresses', 'title,text,image url\nOne,"see https://a.test/1, or not",https://img.test/1.jpg\n'],
  ['a database', 'SQLite format 3\0\u0010\0 https://a.test/1'],
])('refuses %s', async (_, content) => {
  await expect(readImportFile(content)).rejects.toThrow()
})

test('reports why an entry was skipped', async () => {
  const skippedOf = async (content: string) =>
    (await readImportFile(content)).skipped.map(({ line, text, reason }) => `${line} ${text} ${reason}`)
  expect(await skippedOf('title,url\nOne,https://a.test/1\nTwo,ftp://a.test/2\nThree,\nFour,https://a.test/4')).toEqual([
    '3 ftp://a.test/2 no_address',
    '4 Three, no_address',
  ])
  expect(
    await skippedOf('{"bookmarks":[{"title":"A","content":{"url":"https://a.test/1"}},{"title":"A thought","content":{"type":"text"}}]}'),
  ).toEqual(['1 A thought no_address'])
})

test.each([
  'Trains-videos',
  'Trains-video’er',
  'Trains-vidéos',
  'Trains-vide\u0301os',
  'Trains-vídeos',
  'Trains-видео',
  'Trains-動画',
  'Trains-동영상',
  'Trains-filmy',
  'Trains-Videos (1)',
])('Takeout names the playlist Trains: %s.csv', async (name) => {
  const result = await readImportFile('ID,Date\nabcdefghijk,2024-01-03T03:04:05+00:00\n', name)
  expect(result.channels.map(({ name, series }) => [name, ...series.map((item) => item.name)])).toEqual([['Trains', 'Trains']])
})

test('reads the tables and JSON of a zip, but not its saved pages', async () => {
  const zip = new ZipFile()
  const files = {
    'part_000000.csv': 'title,url,time_added,tags,status\nOne,https://a.test/1,1,,unread\n',
    'metadata_0_to_20.json': '[{"title":"Two","url":"https://a.test/2"}]',
    'content/two.html': '<html><body><a href="https://a.test/inside">Inside</a></body></html>',
    'broken.json': '{"a":',
  }
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const result = await readImportFile(await buffer(zip.outputStream.pipe(new PassThrough())))
  expect(entriesOf(result)).toEqual(['Videos: One https://a.test/1', 'Videos: Two https://a.test/2'])
  expect([formatOf(result), result.skipped]).toEqual(['table Pocket', [{ line: 1, text: 'broken.json', reason: 'unread' }]])
})
