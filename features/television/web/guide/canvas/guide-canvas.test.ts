import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProgramme, sampleTv } from '../../samples.ts'
import { timed } from '../../programmes.ts'
import { axisAround } from '../axis.ts'
import { createGuideData } from '../guide-data.ts'
import type { Drawing } from '../paint-rows.ts'
import { createViewport } from '../viewport.ts'
import { createGuideCanvas } from './guide-canvas.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const now = Date.parse('2026-11-20T19:43:00Z')
const axis = axisAround(now, { back: 1, ahead: 1 })
const sizes = { pxPerMinute: 6, rowPx: 68, whoPx: 92, scalePx: 40 }

let workers: { told: ToWorker[]; answer: (message: FromWorker) => void; isEnded: boolean }[] = []
/** A browser with such workers, of which the test is one. */
function stubWorkers() {
  workers = []
  class StubWorker extends EventTarget {
    at = workers.push({
      told: [],
      answer: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
      isEnded: false,
    })
    postMessage = (message: ToWorker) => workers[this.at - 1]!.told.push(message)
    terminate = () => void (workers[this.at - 1]!.isEnded = true)
  }
  vi.stubGlobal('Worker', StubWorker)
  vi.stubGlobal('CanvasRenderingContext2D', { prototype: { roundRect: () => undefined } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.defineProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen', { value: () => ({}), configurable: true })
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
  document.body.replaceChildren()
})

async function show() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const grid = document.createElement('div')
  document.body.append(grid)
  Object.defineProperties(grid, { clientWidth: { value: 900 }, clientHeight: { value: 500 } })
  const viewport = createViewport()
  viewport.follow(grid)
  const guide = createGuideData(({ start }) =>
    Promise.resolve({
      rows: [{ channel: sampleTv('one'), slots: [timed(sampleProgramme('first', start, start + 3_600_000))] }],
      next: null,
    }),
  )
  const window = { start: axis.start, end: axis.start + 60_000 }
  guide.want({ first: 0, end: 1 }, window)
  await vi.advanceTimersByTimeAsync(50)
  const canvas = createGuideCanvas(viewport)
  const end = canvas.begin(grid, guide)
  canvas.follow()
  const drawing: Drawing = { guide, axis, now, sizes, count: 1, pointed: { row: 0, time: now }, pointedId: 'at' }
  canvas.draw(drawing)
  const drawnFor: number[] = []
  canvas.drawn.subscribe(() => drawnFor.push(canvas.drawn.get().left))
  const scroll = (left: number) => {
    grid.scrollLeft = left
    grid.dispatchEvent(new Event('scroll'))
  }
  const isShown = () => document.querySelector('canvas')?.hasAttribute('data-seen')
  return { viewport, guide, canvas, end, drawnFor, scroll, isShown }
}

test('elements follow the scrolling until the worker has drawn, then rest, and are made right before they are seen again', async () => {
  stubWorkers()
  const { canvas, drawnFor, scroll, isShown } = await show()
  const [worker] = workers as [(typeof workers)[number]]
  expect(worker.told.map(({ is }) => is)).toEqual(['begin', 'page', 'part'])
  scroll(10)
  expect([drawnFor, worker.told.length]).toEqual([[10], 3])

  worker.answer('ready')
  await vi.advanceTimersByTimeAsync(200)
  scroll(20)
  await vi.advanceTimersByTimeAsync(60)
  scroll(25)
  expect(drawnFor).toEqual([10])
  // It takes longer than elements beside the view last.
  await vi.advanceTimersByTimeAsync(60)
  scroll(30)
  expect(worker.told.slice(3).map((told) => (told.is === 'place' ? told.place.left : told.is))).toEqual(['look', 20, 25, 30])
  expect([drawnFor, isShown()]).toEqual([[10, 30], false])
  worker.answer('drawn')
  expect([canvas.isSeen(), isShown(), canvas.drawn.isHidden()]).toEqual([true, true, true])
  for (const left of [40, 50, 60]) {
    scroll(left)
    await vi.advanceTimersByTimeAsync(60)
  }
  expect(drawnFor).toEqual([10, 30])

  await vi.advanceTimersByTimeAsync(60)
  expect([drawnFor.at(-1), canvas.drawn.isHidden(), isShown()]).toEqual([60, false, true])
  // Scrolled on before they are right: the canvas stays.
  scroll(70)
  canvas.elementsAreRight()
  expect([canvas.drawn.get().left, isShown()]).toEqual([60, true])
  await vi.advanceTimersByTimeAsync(120)
  canvas.elementsAreRight()
  expect([canvas.drawn.get().left, isShown(), canvas.isSeen()]).toEqual([70, false, false])
})

test('where a key or another day leads, elements are drawn at once', async () => {
  stubWorkers()
  const { viewport, canvas, drawnFor, scroll, isShown } = await show()
  workers[0]!.answer('ready')
  scroll(20)
  workers[0]!.answer('drawn')
  scroll(40)
  viewport.scrollTo({ left: 60 })
  expect(drawnFor.at(-1)).toBe(60)
  // Until they are right, the canvas shows that place, too.
  expect(workers[0]!.told.at(-1)).toMatchObject({ is: 'place', place: { left: 60 } })
  canvas.elementsAreRight()
  expect(isShown()).toBe(false)
  scroll(5000)
  expect([drawnFor.at(-1), canvas.isSeen()]).toEqual([5000, false])
})

test('what comes of the guide is told once; with the guide the worker ends, and elements are right', async () => {
  stubWorkers()
  const { guide, canvas, end, drawnFor, scroll } = await show()
  const [worker] = workers as [(typeof workers)[number]]
  guide.want({ first: 0, end: 1 }, { start: axis.start, end: axis.start + 9 * 3_600_000 })
  await vi.advanceTimersByTimeAsync(100)
  const parts = worker.told.flatMap((told) => (told.is === 'part' ? told.part.window : []))
  expect([parts.length, new Set(parts).size]).toEqual([3, 3])
  worker.answer('ready')
  scroll(20)
  worker.answer('drawn')
  scroll(40)
  end()
  expect([worker.isEnded, document.querySelector('canvas'), drawnFor.at(-1), canvas.isSeen()]).toEqual([true, null, 40, false])
  scroll(50)
  expect(drawnFor.at(-1)).toBe(50)
})

test('a browser without such canvases, or with colours of its own, draws elements', async () => {
  const { drawnFor, scroll } = await show()
  expect(document.querySelector('canvas')).toBeNull()
  scroll(20)
  scroll(30)
  expect(drawnFor).toEqual([20, 30])
  stubWorkers()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('forced-colors') }))
  await show()
  expect(workers).toEqual([])
})
