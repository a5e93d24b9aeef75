import { afterEach, expect, test, vi } from 'vitest'
import type { TimedProgramme } from '../../programmes.ts'
import { axisAround, minutesAt } from '../axis.ts'
import { createGuideParts, windowMs } from '../guide-parts.ts'
import { createGuideDrawing } from './draw.ts'
import { artworkNames, type CanvasChannel, type CanvasLook, colourNames } from './messages.ts'

const now = Date.parse('2026-11-20T19:43:00Z')
const hour = 3_600_000
const axis = axisAround(now, { back: 1, ahead: 1 })
const sizes = { pxPerMinute: 6, rowPx: 68, whoPx: 92, scalePx: 40 }
const look: CanvasLook = {
  axis,
  now,
  sizes,
  pointed: { row: 5, time: now },
  count: 2,
  pixelRatio: 2,
  locale: 'en-GB',
  nothingKnown: 'Nothing known',
  fontFamily: 'sans-serif',
  colours: Object.fromEntries([...colourNames, ...artworkNames].map((name) => [name, `${name} 123456`])) as CanvasLook['colours'],
}

afterEach(() => void vi.unstubAllGlobals())

/** A canvas whose letters are all 7 px wide. @returns what was written on it */
function makeCanvas() {
  const written: { text: string; x: number; y: number; colour: string }[] = []
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: 7 * text.length, fontBoundingBoxAscent: 10, fontBoundingBoxDescent: 4 }),
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y, colour: String(known['fillStyle']) }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  }
  const context = new Proxy(known, { get: (_, name: string) => known[name] ?? (() => undefined) })
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as OffscreenCanvas
  return { canvas, written }
}

function show(slots: TimedProgramme[]) {
  const { canvas, written } = makeCanvas()
  const parts = createGuideParts<CanvasChannel, TimedProgramme>()
  const channel = (name: string) => ({ name, logo: null, initials: name.slice(0, 2).toUpperCase(), hue: 77 })
  parts.addPage([channel('Summit television'), channel('Two')])
  for (let window = Math.floor(axis.start / windowMs); window * windowMs < axis.end; window++) {
    const [start, end] = [window * windowMs, (window + 1) * windowMs]
    parts.add({ page: 0, window, slots: [slots.filter((slot) => slot.start < end && slot.stop > start), []] })
  }
  const drawing = createGuideDrawing(canvas, parts, () => undefined)
  const at = (time: number) => Math.round(minutesAt(axis, time) * sizes.pxPerMinute)
  const draw = (left: number, changes: Partial<CanvasLook> = {}) => {
    written.length = 0
    drawing.draw({ left, top: 0, width: 92 + 720, height: 40 + 136 }, { ...look, ...changes })
    return written
  }
  return { canvas, draw, at }
}
const programme = (title: string, start: number, stop: number): TimedProgramme => ({
  id: title,
  title,
  subtitle: null,
  category: 'News',
  start,
  stop,
})

test('titles with their times, what is not known, and whose rows they are', () => {
  const { canvas, draw, at } = show([
    programme('Before', now - 2 * hour, now - hour / 2),
    programme('The news', now - hour / 2, now + hour),
  ])
  const written = draw(at(now - hour))
  expect([canvas.width, canvas.height]).toEqual([2 * 812, 2 * 136])
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(now - hour / 2)
  const texts = written.map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['Before', 'The news', `${time} · News`, 'Nothing known', 'SU', 'Two']))
  // Longer than there is room for.
  expect(texts).toContain('Summit tele…')
  expect(written.find(({ text }) => text === 'SU')?.colour).toBe('art-text 77')
  expect(written.find(({ text }) => text === 'Before')?.colour).toBe('text-2 123456')
})

test('words of what began before the view begin with it, and are gone where too little is left', () => {
  const { draw, at } = show([programme('The news', now, now + 2 * hour)])
  const xOf = (left: number) => draw(left).find(({ text }) => text.startsWith('The'))?.x
  expect(xOf(at(now - hour / 2))).toBe(92 + 180 + 12)
  expect(xOf(at(now + hour))).toBe(92 + 12)
  expect(xOf(at(now + 2 * hour) - 60)).toBeUndefined()
})

test('what is pointed at stands out', () => {
  const { draw, at } = show([programme('The news', now - hour, now + hour)])
  const colourOf = (row: number) =>
    draw(at(now - hour / 2), { pointed: { row, time: now } }).find(({ text }) => text === 'The news')?.colour
  expect([colourOf(0), colourOf(1)]).toEqual(['bg 123456', 'text 123456'])
})

test('of thousands of logos the last hundreds are kept', async () => {
  const made: { close: ReturnType<typeof vi.fn<() => void>> }[] = []
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('logo')))
  vi.stubGlobal('createImageBitmap', () => {
    const bitmap = { width: 160, height: 160, close: vi.fn<() => void>() }
    made.push(bitmap)
    return Promise.resolve(bitmap)
  })
  const parts = createGuideParts<CanvasChannel, TimedProgramme>()
  const count = 2000
  parts.addPage(Array.from({ length: count }, (_, at) => ({ name: 'One', logo: `/logo/${at}`, initials: 'ON', hue: 0 })))
  let top = 0
  const draw = () => drawing.draw({ left: 0, top, width: 812, height: 720 }, { ...look, count })
  const drawing = createGuideDrawing(makeCanvas().canvas, parts, draw)
  for (; top < count * sizes.rowPx; top += 680) {
    draw()
    await vi.waitFor(() => expect(made.length).toBeGreaterThanOrEqual(Math.min(count, top / sizes.rowPx + 10)))
  }
  const kept = made.filter(({ close }) => !close.mock.calls.length)
  expect([made.length, kept.length]).toEqual([count, 200])
})
