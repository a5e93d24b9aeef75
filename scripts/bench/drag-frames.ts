// What the page's main thread works in a frame while a pointer carries something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { round } from './turns.ts'

const moves = 180
const frameMs = 1000 / 60

/** Main-thread work in ms: of a frame, of the longest task; and how many tasks are longer than 50 ms. */
export interface DragFigures {
  frame_p95_ms: number
  longest_task_ms: number
  long_tasks: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** µs of the clock, and of the processor. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Sums the tasks of the page's main thread in frames of 1/60 s. Processor time counts: what else the machine does is not ours. */
function figuresOf(events: readonly TraceEvent[]): DragFigures {
  // The category of the timeline names each task once more, within the first: counted too, all would be twice as long.
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
  const workOf = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  // Of several renderers the busiest one has the page.
  const [main = []] = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((thread) => tasks.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid))
    .sort((a, b) => workOf(b) - workOf(a))
  const frames = new Map<number, number>()
  const start = Math.min(...main.map(({ ts }) => ts))
  const end = Math.max(...main.map(({ ts }) => ts))
  const count = Math.ceil((end - start) / 1000 / frameMs)
  for (const { ts, tdur, dur } of main) {
    const frame = Math.floor((ts - start) / 1000 / frameMs)
    frames.set(frame, (frames.get(frame) ?? 0) + (tdur ?? dur ?? 0) / 1000)
  }
  const work = Array.from({ length: count }, (_, frame) => frames.get(frame) ?? 0).sort((a, b) => a - b)
  const lengths = main.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)
  return {
    frame_p95_ms: round(work[Math.floor(work.length * 0.95)] ?? Number.NaN, 2),
    longest_task_ms: round(Math.max(0, ...lengths), 1),
    long_tasks: lengths.filter((ms) => ms > 50).length,
  }
}

interface Moves {
  /** Where it is taken hold of, in px of the window. */
  from: { x: number; y: number }
  /** The curve it is carried on: px from there, by the share of the drag that is done, in turns. */
  at: (turn: number) => { x: number; y: number }
  /** How many times slower the processor is made. */
  slowdown: number
  /** Resolves once it is carried. */
  isLifted: () => Promise<unknown>
}

/** Takes hold of something, carries it for three seconds at 60 moves a second, and puts it back. */
export async function measureMoves(page: Page, browser: Browser, { from, at, slowdown, isLifted }: Moves): Promise<DragFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 })
  await page.mouse.move(from.x, from.y)
  await mouse('mousePressed', from.x, from.y)
  await mouse('mouseMoved', from.x + 20, from.y)
  await isLifted()
  await sleep(600)
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  const sent: Promise<unknown>[] = []
  const begun = performance.now()
  for (let move = 0; move < moves; move++) {
    const { x, y } = at((move / moves) * 2 * Math.PI)
    sent.push(mouse('mouseMoved', from.x + x, from.y + y))
    await sleep(Math.max(0, begun + (move + 1) * frameMs - performance.now()))
  }
  await Promise.all(sent)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.keyboard.press('Escape')
  await mouse('mouseReleased', from.x, from.y)
  await sleep(600)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return figuresOf(trace.traceEvents)
}
