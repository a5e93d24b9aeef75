// Measures main-thread work per frame.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { round } from './turns.ts'

const frameMs = 1000 / 60

/** Main-thread work in ms per frame, the longest task in ms, and the number of tasks longer than 50 ms. */
export interface FrameFigures {
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
  /** Wall time and processor time in µs. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Adds up the main thread's tasks in frames of 1/60 s. Counts processor time, which excludes other programs. */
function figuresOf(events: readonly TraceEvent[]): FrameFigures {
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
  const sumDurations = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  // If several renderers run, the page's is the busiest.
  const [main = []] = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((thread) => tasks.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid))
    .sort((a, b) => sumDurations(b) - sumDurations(a))
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

/** Traces the main thread during an action. */
export async function traceMainThread(page: Page, browser: Browser, act: () => Promise<unknown>): Promise<FrameFigures> {
  // Traces only top-level tasks: tracing more would itself take main-thread time, multiplied by the slowdown.
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return figuresOf(trace.traceEvents)
}

/** Runs `act` `count` times, 60 times per second, and waits until all runs have completed. */
export async function runEveryFrame(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  const startedMs = performance.now()
  const runs: Promise<unknown>[] = []
  for (let index = 0; index < count; index++) {
    runs.push(act(index))
    await sleep(Math.max(0, startedMs + (index + 1) * frameMs - performance.now()))
  }
  await Promise.all(runs)
}
