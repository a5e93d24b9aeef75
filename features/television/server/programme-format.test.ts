import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type * as os from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { guideOf } from '#test/tv-imports.ts'
import { failureOf } from './import-failure.ts'
import { checkRows, places, programmeColumns, WrongRows } from './programme-format.ts'
import { readGuide } from './read-guide.ts'
import type { ReadPiece } from './readings.ts'

// The process of the tests keeps its priority.
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), setPriority: () => undefined }))

const folder = await mkdtemp(join(tmpdir(), 'choice-rows-'))
afterAll(() => rm(folder, { recursive: true }))

const channel = 7
const [from, to] = [0, 4_000_000_000]
const limits = { isOwn: (id: number) => id === channel, from, to }

/** What a child makes of a guide of three programmes. */
async function written(): Promise<Buffer> {
  const path = join(folder, 'guide.xml')
  await writeFile(path, guideOf({ one: ['First', 'Zweite – ☂', 'Third'] }))
  const rows: Uint8Array[] = []
  const emit = async (piece: unknown) => {
    const one = piece as ReadPiece
    if (one.kind === 'programmes') rows.push(one.rows)
  }
  const file = { path, isNamedBrotli: false, maxBytes: 1_000_000 }
  await readGuide({ ...file, sourceId: 'So8Kd3VxN6w', from, to, known: [] }, emit, async () => [channel])
  return Buffer.concat(rows)
}
const rows = await written()
const changed = (change: (copy: Buffer) => void) => {
  const copy = Buffer.from(rows)
  change(copy)
  return () => checkRows(copy, limits)
}

test('rows are counted; those of another channel, of another time, or with an id that is none are refused', () => {
  expect(checkRows(rows, limits)).toBe(3)
  expect(checkRows(Buffer.alloc(0), limits)).toBe(0)
  expect(() => checkRows(rows, { ...limits, isOwn: () => false })).toThrow(WrongRows)
  expect(() => checkRows(rows, { ...limits, to: 1_000_000_000 })).toThrow(WrongRows)
  expect(() => checkRows(rows, { ...limits, from: to })).toThrow(WrongRows)
  expect(changed((copy) => copy.writeInt32BE(8, places.channel))).toThrow(WrongRows)
  expect(changed((copy) => copy.write("'", places.id))).toThrow(WrongRows)
  // Infinity, and a century.
  for (const place of [places.stop, places.guideStop])
    for (const time of [2n ** 63n - 1n, 100n * 31_557_600_000_000n])
      expect(changed((copy) => copy.writeBigInt64BE(time, place))).toThrow(WrongRows)
  expect(failureOf(new WrongRows('x'))).toBe('unreadable')
  // No time, a broken check, JSON that is too deep; a lock that another holds may be free later.
  for (const code of ['22008', '23514', '54001']) expect(failureOf(Object.assign(new Error(code), { code }))).toBe('unreadable')
  expect(failureOf(Object.assign(new Error('busy'), { code: '55P03' }))).toBeUndefined()
})

test('rows that are cut off, too long or of another shape are refused, wherever that is', () => {
  for (let end = 1; end < rows.length; end++)
    if (![1, 2].some((count) => end === endOf(count))) expect(() => checkRows(rows.subarray(0, end), limits)).toThrow(WrongRows)
  expect(changed((copy) => copy.writeInt16BE(programmeColumns.length - 1))).toThrow(WrongRows)
  for (const length of [-2, -1, 3, 5, 2 ** 31 - 1]) expect(changed((copy) => copy.writeInt32BE(length, 2))).toThrow(WrongRows)
  // Any byte may be anything: it is refused, or is a row all the same.
  let seed = 1
  for (let n = 0; n < 20_000; n++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    const check = changed((copy) => (copy[seed % rows.length] = seed >>> 24))
    try {
      expect([1, 2, 3]).toContain(check())
    } catch (error) {
      expect(error).toBeInstanceOf(WrongRows)
    }
  }
})

/** Where so many rows end. */
function endOf(count: number): number {
  let at = 0
  for (let row = 0; row < count; row++) {
    at += 2
    for (let column = 0; column < programmeColumns.length; column++) at += 4 + Math.max(0, rows.readInt32BE(at))
  }
  return at
}
