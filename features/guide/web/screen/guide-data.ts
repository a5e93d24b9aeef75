/** Loads the guide on demand: channels in pages, and their programmes in time windows. */
import type { TvChannel } from '../../shapes.ts'
import type { TimedProgramme } from '../programmes.ts'
import type { Span } from './axis.ts'
import { createGuideParts, spanOf, windowsOf } from './guide-parts.ts'
import type { Range, ProgrammeTimes } from './layout.ts'

/** Maximum concurrent requests. Few, so that visible data doesn't wait for data that was scrolled past. */
const maxConcurrentCalls = 3
/** Milliseconds between two requests, because starting all at once takes longer than a frame. */
const callDelayMs = 20
/** The next page is requested this many rows before the end of the loaded rows. */
const preloadRows = 40

export interface GuideRow<C, S> {
  channel: C
  slots: readonly S[]
}
export interface GuidePage<C, S> {
  rows: readonly GuideRow<C, S>[]
  /** Cursor of the next page; null: the last page. */
  next: string | null
}
export type LoadGuide<C, S> = (window: Span, cursor: string | null) => Promise<GuidePage<C, S>>

export interface GuideState {
  /** Number of loaded rows. */
  rows: number
  hasMore: boolean
  /** Whether there has been no response or failure yet. */
  isPending: boolean
  /** The error of data that couldn't be loaded. */
  error: { message: string } | null
}

interface QueuedRequest {
  page: number
  window: number
}
const keyOf = ({ page, window }: QueuedRequest) => `${page} ${window}`

export function createGuideData<C extends { id: string }, S extends ProgrammeTimes>(load: LoadGuide<C, S>) {
  const parts = createGuideParts<C, S>()
  /** Cursors of the known pages. */
  const cursors: (string | null)[] = []
  const running = new Set<string>()
  const listeners = new Set<() => void>()
  let queued: QueuedRequest[] = []
  let next: string | null | undefined = null
  /** Whether the next page is being requested. Until its response, no other window of that page is requested. */
  let isOpening = false
  let nextCall: ReturnType<typeof setTimeout> | undefined
  let state: GuideState = { rows: 0, hasMore: true, isPending: true, error: null }

  const setState = (changes: Partial<GuideState>) => {
    const now = { ...state, ...changes }
    // Keeps the state object while its values are the same, so that arriving data rerenders only rows.
    if (Object.entries(now).some(([name, value]) => state[name as keyof GuideState] !== value)) state = now
    for (const listener of listeners) listener()
  }

  async function fetchPart(request: QueuedRequest): Promise<void> {
    const { page, window } = request
    running.add(keyOf(request))
    const isKnown = page < cursors.length
    if (!isKnown) isOpening = true
    try {
      const response = await load(spanOf(window), isKnown ? cursors[page]! : next!)
      if (!isKnown) {
        cursors.push(next!)
        parts.addPage(response.rows.map(({ channel }) => channel))
        next = response.next ?? undefined
      }
      parts.add({ page, window, slots: new Map(response.rows.map(({ channel, slots }) => [channel.id, slots])) })
      setState({
        rows: parts.rows(),
        hasMore: next !== undefined,
        isPending: false,
        error: parts.hasFailed() ? state.error : null,
      })
    } catch (error) {
      parts.addFailed(page, window)
      setState({ isPending: false, error: error as Error })
    } finally {
      running.delete(keyOf(request))
      if (!isKnown) isOpening = false
      loadNextPart()
    }
  }

  function loadNextPart(): void {
    clearTimeout(nextCall)
    if (running.size >= maxConcurrentCalls) return
    const request = queued.find(
      ({ page, window }) =>
        !parts.isKnown(page, window) &&
        !running.has(keyOf({ page, window })) &&
        (page < cursors.length || (page === cursors.length && !isOpening)),
    )
    if (!request) return
    void fetchPart(request)
    nextCall = setTimeout(loadNextPart, callDelayMs)
  }

  return {
    ...parts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: (): GuideState => state,
    /** Requests the given visible rows and times, and then those nearby. Drops earlier requests that have not started. */
    want(rows: Range, span: Span, nearSpan: Span = span): void {
      const from = Math.max(0, parts.pageOf(rows.first))
      const to = Math.max(from, parts.pageOf(Math.max(rows.first, rows.end - 1)))
      const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((page) => page < cursors.length)
      if (next !== undefined && rows.end + preloadRows > state.rows && !pages.includes(cursors.length)) pages.push(cursors.length)
      const windows = windowsOf(span)
      const requestAt = (page: number) => (window: number) => ({ page, window })
      queued = [
        // Requests only the first window of an unknown page. Its other windows follow once the page is known.
        ...pages.flatMap((page) => (page < cursors.length ? windows : windows.slice(0, 1)).map(requestAt(page))),
        ...pages.filter((page) => page < cursors.length).flatMap((page) => windowsOf(nearSpan).map(requestAt(page))),
      ]
      loadNextPart()
    },

    /** Retries failed requests. */
    again(): void {
      parts.forgetFailed()
      setState({ error: null, isPending: cursors.length === 0 })
      loadNextPart()
    },
  }
}
export type GuideData<C extends { id: string }, S extends ProgrammeTimes> = ReturnType<typeof createGuideData<C, S>>

/** The data of TV channels. */
export type Guide = GuideData<TvChannel, TimedProgramme>
