import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type * as os from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { guideOf } from '#test/tv-imports.ts'
import { KnownProgrammes } from './known-programmes.ts'
import { epochSeconds, places } from './programme-format.ts'
import { readGuide } from './read-guide.ts'
import type { KnownChannel, ReadPiece } from './readings.ts'

// The process of the tests keeps its priority.
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), setPriority: () => undefined }))

/** As the database packs them. */
function packed(channel: string, programmes: readonly (readonly [start: number, hash: bigint])[]): KnownChannel {
  const rows = Buffer.alloc(16 * programmes.length)
  programmes.forEach(([start, hash], at) => {
    rows.writeBigInt64BE(BigInt(start), 16 * at)
    rows.writeBigInt64BE(hash, 16 * at + 8)
  })
  return { id: 1 + channel.length, channel, rows }
}

test('what is known is told from what is new, what differs, and what comes twice', () => {
  const known = new KnownProgrammes([packed('one', [[1000, -5n]]), packed('two', [[1000, 7n]])])
  expect(known.see('one', 1000, -5n)).toBe('unchanged')
  expect(known.see('one', 1000, -5n)).toBe('doubled')
  expect(known.see('two', 1000, -5n)).toBe('changed')
  expect(known.see('three', 1000, 0n)).toBe('new')
  expect(known.see('three', 1000, 0n)).toBe('doubled')
  // Long before 1970.
  expect(known.see('one', -30_000_000_000, 1n)).toBe('new')
  expect([...known.gone()]).toEqual([])
})

test('what the guide no longer names goes, from its first programme of the channel on', () => {
  const times = [100, 200, 300, 400].map((start) => [start, 1n] as const)
  const known = new KnownProgrammes([packed('one', times), packed('silent', times)])
  known.see('one', 200, 1n)
  known.see('one', 400, 2n)
  expect([...known.gone()]).toEqual([{ channel: packed('one', []).id, starts: 300 }])
})

test('200,000 programmes are all found again', () => {
  const channels = Array.from({ length: 200 }, (_, n) => `channel ${n}`)
  const times = Array.from({ length: 1000 }, (_, n) => [1_795_000_000 + 1800 * n, BigInt(n)] as const)
  const known = new KnownProgrammes(channels.map((channel) => packed(channel, times)))
  const seen = channels.flatMap((channel) => times.map(([start, hash]) => known.see(channel, start, hash)))
  expect(new Set(seen)).toEqual(new Set(['unchanged']))
  expect([...known.gone()]).toEqual([])
})

const folder = await mkdtemp(join(tmpdir(), 'choice-guide-'))
afterAll(() => rm(folder, { recursive: true }))

/** Start and hash of each row: its second column and its last one. */
function rowsOf(rows: Buffer) {
  const found: { starts: number; hash: string }[] = []
  for (let at = 0; at < rows.length;) {
    const starts = epochSeconds + Number(rows.readBigInt64BE(at + places.start)) / 1e6
    let columns = rows.readInt16BE(at)
    for (at += 2; columns > 0; columns--) at += 4 + Math.max(0, rows.readInt32BE(at))
    found.push({ starts, hash: rows.readBigInt64BE(at - 8).toString() })
  }
  return found
}

/** Pieces that are made of a guide, and what was read of it. */
async function read(text: string, known: readonly KnownChannel[]) {
  const path = join(folder, 'guide.xml')
  await writeFile(path, text)
  const pieces: ReadPiece[] = []
  const file = { path, isNamedBrotli: false, maxBytes: 100_000_000 }
  const emit = async (piece: unknown) => void pieces.push(piece as ReadPiece)
  const ask = async (piece: unknown) => (piece as { keys: string[] }).keys.map((_, at) => 100 + at)
  const result = await readGuide({ ...file, sourceId: 'So8Kd3VxN6w', from: 0, to: 4_000_000_000, known }, emit, ask)
  const programmes = pieces.flatMap((piece) => (piece.kind === 'programmes' ? rowsOf(Buffer.from(piece.rows)) : []))
  return { result, programmes, gone: pieces.flatMap((piece) => (piece.kind === 'gone' ? piece.gone.starts : [])) }
}

/** A guide of some channels with a thousand programmes each; what the database has of it when these rows were written. */
const guideOfThousands = (channels: number) => {
  const titles = Array.from({ length: 1000 }, (_, n) => `Programme ${n}`)
  return guideOf(Object.fromEntries(Array.from({ length: channels }, (_, n) => [`channel ${n}`, titles])))
}
const knownFrom = (rows: readonly { starts: number; hash: string }[]) =>
  Array.from({ length: rows.length / 1000 }, (_, n) =>
    packed(
      `channel ${n}`,
      rows.slice(1000 * n, 1000 * n + 1000).map(({ starts, hash }) => [starts, BigInt(hash)]),
    ),
  )

test('of a guide of 20 MB that is read again nothing is handed over', { tags: ['slow'] }, async () => {
  const text = guideOfThousands(160)
  expect(text.length).toBeGreaterThan(20_000_000)
  const { result, programmes } = await read(text, [])
  expect(result).toMatchObject({ read: 160_000, unchanged: 0, skipped: 0 })
  const again = await read(text, knownFrom(programmes))
  expect(again).toEqual({
    result: { read: 160_000, unchanged: 160_000, skipped: 0, problems: [], unsettled: { channels: [], starts: [] } },
    programmes: [],
    gone: [],
  })
})

test('of a guide that differs what differs is handed over; cut short, it says nothing of what is missing', async () => {
  const text = guideOfThousands(3)
  const known = knownFrom((await read(text, [])).programmes)
  const lines = text.split('\n')
  const changed = lines.with(2000, lines[2000]!.replace('<title>', '<title>Another ')).toSpliced(1500, 1)
  const { result, programmes, gone } = await read(changed.join('\n'), known)
  expect(result).toMatchObject({ read: 2999, unchanged: 2998, skipped: 0 })
  expect([programmes, gone].map(({ length }) => length)).toEqual([1, 1])
  expect((await read(changed.slice(0, -1).join('\n'), known)).gone).toEqual([])
})
