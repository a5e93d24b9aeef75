import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createProductSandbox } from '#test/sandbox.ts'
import { importTask } from '../import-task.ts'
import { describeImport, names, readImportFile, subscriptions, takeout } from '#test/read-import.ts'

async function zipOf(files: Record<string, string | Buffer>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  return buffer(zip.outputStream.pipe(new PassThrough()))
}

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
  const result = await readImportFile(data)
  expect(result.channels).toEqual([
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
  expect(result.skippedCount).toBe(2)
  const packed = await readImportFile(await zipOf({ 'pictures/x.webp': 'x', 'data.json': data }))
  expect(packed).toEqual(result)
  const zip = await readImportFile(
    await zipOf({
      'Takeout/YouTube/playlists/Trains-videos.csv': takeout,
      'Takeout/YouTube/subscriptions/subscriptions.csv': subscriptions,
      'a.html': 'x',
    }),
    'takeout-2026',
  )
  expect(describeImport(zip)[1]).toBe(
    'takeout-2026: Trains (youtube.com/watch?v=dQw4w9WgXcQ, youtube.com/watch?v=abcdefghijk) subscriptions (Trains, and "more")',
  )
})

test('refuses a zip that is too large unpacked, misstates its size or is truncated', { tags: ['slow'] }, async () => {
  const sandbox = createProductSandbox()
  const run = (bytes: Uint8Array) =>
    sandbox.run(importTask, { bytes, names }).then(
      ({ channels }) => channels.length,
      (error: { kind: string }) => error.kind,
    )
  const bomb = await zipOf({ 'data.json': Buffer.alloc(100 * 1024 * 1024, ' ') })
  expect(bomb.byteLength).toBeLessThan(200_000)
  expect(await run(bomb)).toBe('failed')
  const small = Buffer.from(await zipOf({ 'data.json': Buffer.alloc(40 * 1024 * 1024, ' ') }))
  // The zip's directory claims far too small sizes.
  const directoryStart = small.lastIndexOf(Buffer.from('504b0102', 'hex'))
  small.writeUInt32LE(10, directoryStart + 24)
  expect(await run(small)).toBe('failed')
  expect(await run(small.subarray(0, small.byteLength / 2))).toBe('failed')
  // Paths in the zip file are only compared, never opened.
  expect(await run(await zipOf({ 'folder/data.json': '{"format":"choice-data","channels":[]}' }))).toBe(0)
  const many = `<opml><body>${'<outline text="a">'.repeat(200_000)}`
  expect(await run(new TextEncoder().encode(many))).toBe('failed')
  expect(await run(new TextEncoder().encode('"'.repeat(2_000_000)))).toBe(0)
  expect(await run(new TextEncoder().encode(`#EXTM3U\n#EXTINF:${'"'.repeat(2_000_000)}\nhttps://a.test/`))).toBe(1)
})

/** Builds a zip file whose directory may be wrong about its entries. */
function rawZip(entries: readonly { name: string; content?: string; mode?: number; at?: number }[]): Uint8Array {
  const [files, list]: [Buffer[], Buffer[]] = [[], []]
  let size = 0
  for (const { name, content = '', mode = 0o100644, at } of entries) {
    const [bytes, nameBytes] = [Buffer.from(content), Buffer.from(name)]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(nameBytes.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(0x031e, 4)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt32LE(mode * 0x10000, 38)
    entry.writeUInt32LE(at ?? size, 42)
    list.push(entry, nameBytes)
    if (at !== undefined) continue
    files.push(head, nameBytes, bytes)
    size += head.length + nameBytes.length + bytes.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(size, 16)
  return Buffer.concat([...files, ...list, end])
}

test('refuses a zip with overlapping, linking, escaping or too many entries', { tags: ['slow'] }, async () => {
  const sandbox = createProductSandbox()
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
  // A symbolic link is read as a file whose text is the link's target.
  expect(await run(rawZip([{ name: 'data.json', content: '/etc/passwd', mode: 0o120777 }]))).toBe(0)
  // A zip file of a megabyte with two thousand files that unpack to a megabyte each: reads only up to the limit.
  const table = `Video ID,Added\n${'dQw4w9WgXcQ,2024\n'.repeat(60_000)}`
  expect(
    await run(rawZip(Array.from({ length: 2000 }, (_, index) => ({ name: 'a.csv', content: table, ...(index > 0 && { at: 0 }) })))),
  ).toBe('failed')
  expect(await run(rawZip(Array.from({ length: 65_000 }, (_, index) => ({ name: `${index}`, ...(index > 0 && { at: 0 }) }))))).toBe(0)
})
