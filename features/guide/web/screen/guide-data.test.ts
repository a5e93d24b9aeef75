import { expect, test } from 'vitest'
import type { Span } from './axis.ts'
import { createGuideData, type GuidePage } from './guide-data.ts'
import { windowMs } from './guide-parts.ts'

const hour = 3_600_000
const firstTime = 100_000 * windowMs
const createProgramme = (from: number, to: number) => ({ start: firstTime + from * hour, stop: firstTime + to * hour })
const span = (from: number, to: number) => ({ start: firstTime + from * hour, end: firstTime + to * hour })
type Row = ReturnType<typeof createProgramme>

/** Creates two pages of two channels. Each channel has a programme of an hour, and one across the end of the window. */
function guideOf({ failing = new Set<string>() } = {}) {
  const names = ['one', 'two']
  const requests: string[] = []
  const queue: (() => void)[] = []
  const load = async ({ start }: Span, cursor: string | null): Promise<GuidePage<{ id: string }, Row>> => {
    const window = (start - firstTime) / windowMs
    const call = `${cursor ?? 'first'} ${window}`
    requests.push(call)
    await new Promise<void>((resolve) => queue.push(resolve))
    if (failing.has(call)) throw new Error('no network')
    const slots = [
      ...(window > 0 ? [createProgramme(window * 4 - 1, window * 4 + 1)] : []),
      createProgramme(window * 4 + 1, window * 4 + 2),
      createProgramme(window * 4 + 3, window * 4 + 5),
    ]
    const rows = cursor === null ? names : ['three']
    return {
      rows: rows.map((id) => ({ channel: { id }, slots: id === 'silent' ? [] : slots })),
      next: cursor === null ? 'second' : null,
    }
  }
  const respond = async () => {
    while (queue.length > 0) {
      queue.shift()!()
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return { guide: createGuideData(load), requests, respond, failing, names }
}

test('the first page comes with the visible window, then the next one; each is requested once', async () => {
  const { guide, requests, respond } = guideOf()
  const inView = () => guide.want({ first: 0, end: 5 }, span(0, 3))
  expect(guide.state()).toMatchObject({ rows: 0, isPending: true, hasMore: true })
  inView()
  inView()
  expect(requests).toEqual(['first 0'])
  await respond()
  expect(guide.state()).toMatchObject({ rows: 2, isPending: false, hasMore: true })
  inView()
  await respond()
  inView()
  expect(requests).toEqual(['first 0', 'second 0'])
  expect(guide.state()).toMatchObject({ rows: 3, hasMore: false, error: null })
  expect([0, 1, 2, 3].map((row) => guide.channelAt(row)?.id)).toEqual(['one', 'two', 'three', undefined])
})

test('a programme across windows appears once; missing windows and empty ones are distinguished', async () => {
  const { guide, respond } = guideOf()
  guide.want({ first: 0, end: 2 }, span(0, 3))
  await respond()
  const kinds = () =>
    guide.cellsAt(0, span(0, 8)).map(({ kind, slot }) => [kind, (slot.start - firstTime) / hour, (slot.stop - firstTime) / hour])
  expect(kinds()).toEqual([
    ['gap', 0, 1],
    ['programme', 1, 2],
    ['gap', 2, 3],
    ['programme', 3, 5],
    ['coming', 5, 8],
  ])
  const before = guide.versionAt(0)
  expect(guide.partsAt(0, span(0, 8))).toBe('+ ')
  guide.want({ first: 0, end: 2 }, span(0, 8))
  await respond()
  expect(guide.versionAt(0)).toBeGreaterThan(before)
  expect([guide.partsAt(0, span(0, 8)), guide.partsAt(0, span(0, 3))]).toEqual(['++', '+'])
  expect(kinds().slice(3)).toEqual([
    ['programme', 3, 5],
    ['programme', 5, 6],
    ['gap', 6, 7],
    ['programme', 7, 9],
  ])
})

test('programmes stay with their channels when the list changes between two windows', async () => {
  const { guide, respond, names } = guideOf()
  guide.want({ first: 0, end: 2 }, span(0, 3))
  await respond()
  names.splice(0, 2, 'silent', 'one')
  guide.want({ first: 0, end: 2 }, span(4, 7))
  await respond()
  const programmes = (row: number) => guide.slotsAt(row, span(4, 8)).map(({ start }) => (start - firstTime) / hour)
  expect([0, 1].map((row) => [guide.channelAt(row)?.id, programmes(row)])).toEqual([
    ['one', [3, 5, 7]],
    ['two', []],
  ])
})

test("scrolling on doesn't wait for data that was scrolled past", async () => {
  const { guide, requests, respond } = guideOf()
  guide.want({ first: 0, end: 2 }, span(0, 1))
  await respond()
  for (let window = 1; window < 40; window++) guide.want({ first: 0, end: 2 }, span(window * 4, window * 4 + 1))
  await respond()
  expect(requests).toContain('first 39')
  expect(requests.length).toBeLessThan(9)
})

test('nearby data is requested after all visible data', async () => {
  const { guide, requests, respond } = guideOf()
  guide.want({ first: 0, end: 3 }, span(4, 5), span(3, 9))
  await respond()
  guide.want({ first: 0, end: 3 }, span(4, 5), span(3, 9))
  await respond()
  guide.want({ first: 0, end: 3 }, span(4, 5), span(3, 9))
  await respond()
  expect(requests).toEqual(['first 1', 'second 1', 'first 0', 'first 2', 'second 0', 'second 2'])
})

test('requests start one after the other, so that no frame of scrolling starts all of them', async () => {
  const { guide, requests, respond } = guideOf()
  guide.want({ first: 0, end: 2 }, span(0, 1))
  await respond()
  const before = requests.length
  guide.want({ first: 0, end: 2 }, span(8, 23))
  expect(requests).toHaveLength(before + 1)
  await expect.poll(() => requests.length, { interval: 5 }).toBe(before + 3)
})

test('a page is added once, also after scrolling to other times during its request', async () => {
  const { guide, requests, respond } = guideOf()
  guide.want({ first: 0, end: 2 }, span(0, 1))
  guide.want({ first: 0, end: 2 }, span(4, 5))
  expect(requests).toEqual(['first 0'])
  await respond()
  expect([0, 1].map((row) => guide.channelAt(row)?.id)).toEqual(['one', 'two'])
  expect(requests.filter((call) => call.startsWith('first'))).toEqual(['first 0', 'first 1'])
})

test('a failure is reported, and retried', async () => {
  const { guide, requests, respond, failing } = guideOf({ failing: new Set(['first 0']) })
  guide.want({ first: 0, end: 2 }, span(0, 1))
  await respond()
  expect(guide.state()).toMatchObject({ rows: 0, isPending: false, error: { message: 'no network' } })
  failing.clear()
  guide.again()
  await respond()
  expect(guide.state()).toMatchObject({ rows: 2, error: null })
  failing.add('first 1')
  guide.want({ first: 0, end: 2 }, span(4, 5))
  await respond()
  expect(guide.cellsAt(0, span(4, 8)).at(-1)).toMatchObject({ kind: 'failed' })
  expect(guide.partsAt(0, span(0, 8))).toBe('+-')
  expect(guide.cellsAt(0, span(0, 4))[1]).toMatchObject({ kind: 'programme' })
  expect(requests.filter((call) => call === 'first 0')).toHaveLength(2)
})
