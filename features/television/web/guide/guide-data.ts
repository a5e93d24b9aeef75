/** What has come of the guide: channels page after page, and what is on in them by windows of time. It is asked for as it comes in view. */
import type { Span } from './axis.ts'
import { gapsWithin, type RowRange, type Slot, slotsWithin } from './layout.ts'

/** ms that are asked for at once. They begin at whole windows since 1970, so that every page is cut alike. */
export const windowMs = 4 * 3_600_000
/** Calls under way at once: what is in view now does not wait behind what was passed. */
const maxCalls = 3
/** Rows before the end of what is known at which the next page is asked for. */
const aheadRows = 40

export interface GuideRow<C, S> {
  channel: C
  slots: readonly S[]
}
export interface GuidePage<C, S> {
  rows: readonly GuideRow<C, S>[]
  /** Where the next page begins; null: this is the last one. */
  next: string | null
}
export type LoadGuide<C, S> = (window: Span, cursor: string | null) => Promise<GuidePage<C, S>>

/** A part of a row: something that is on, a time in which nothing is known to be on, or one that has not come. */
export type Cell<S extends Slot> =
  | { readonly is: 'programme'; readonly slot: S }
  | { readonly is: 'gap' | 'coming' | 'failed'; readonly slot: Slot }

export interface GuideState {
  /** Rows that are known. */
  rows: number
  /** There are more. */
  hasMore: boolean
  /** Nothing has come yet, and nothing failed. */
  isPending: boolean
  /** What did not come, and why. */
  error: { message: string } | null
}

interface Page<C> {
  cursor: string | null
  first: number
  channels: readonly C[]
  /** Grows whenever something of it comes. */
  version: number
}

const windowsOf = ({ start, end }: Span): number[] => {
  const first = Math.floor(start / windowMs)
  return Array.from({ length: Math.max(1, Math.ceil(end / windowMs) - first) }, (_, at) => first + at)
}
const spanOf = (window: number): Span => ({ start: window * windowMs, end: (window + 1) * windowMs })

export function createGuideData<C, S extends Slot>(load: LoadGuide<C, S>) {
  const pages: Page<C>[] = []
  /** By page and window; null: it did not come. */
  const parts = new Map<string, readonly (readonly S[])[] | null>()
  const underway = new Set<string>()
  const listeners = new Set<() => void>()
  let wanted: { key: string; page: number; window: number }[] = []
  let next: string | null | undefined = null
  /** The next page is under way: it comes once, whichever window it comes with. */
  let isOpening = false
  let state: GuideState = { rows: 0, hasMore: true, isPending: true, error: null }

  const keyOf = (page: number, window: number) => `${page} ${window}`
  const pageOf = (row: number) => pages.findLastIndex(({ first }) => first <= row)
  const tell = (changes: Partial<GuideState>) => {
    const now = { ...state, ...changes }
    // The same object while nothing of it changes: only rows are drawn anew then.
    if (Object.entries(now).some(([name, value]) => state[name as keyof GuideState] !== value)) state = now
    for (const listener of listeners) listener()
  }

  async function fetchPart(key: string, page: number, window: number): Promise<void> {
    underway.add(key)
    const known = pages[page]
    if (!known) isOpening = true
    try {
      const answer = await load(spanOf(window), known ? known.cursor : next!)
      if (!known) {
        pages.push({ cursor: next!, first: state.rows, channels: answer.rows.map(({ channel }) => channel), version: 0 })
        next = answer.next ?? undefined
      }
      parts.set(
        key,
        answer.rows.map(({ slots }) => slots),
      )
      pages[page]!.version++
      tell({
        rows: known ? state.rows : state.rows + answer.rows.length,
        hasMore: next !== undefined,
        isPending: false,
        error: [...parts.values()].includes(null) ? state.error : null,
      })
    } catch (error) {
      parts.set(key, null)
      if (known) known.version++
      tell({ isPending: false, error: error as Error })
    } finally {
      underway.delete(key)
      if (!known) isOpening = false
      pump()
    }
  }

  function pump(): void {
    while (underway.size < maxCalls) {
      const one = wanted.find(
        ({ key, page }) => !parts.has(key) && !underway.has(key) && (page < pages.length || (page === pages.length && !isOpening)),
      )
      if (!one) return
      void fetchPart(one.key, one.page, one.window)
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: (): GuideState => state,
    channelAt: (row: number): C | undefined => {
      const page = pages[pageOf(row)]
      return page?.channels[row - page.first]
    },
    /** Another number: something of the row has come. */
    versionAt: (row: number): number => pages[pageOf(row)]?.version ?? -1,

    /** These rows and times are in view. What was asked for before, and has not begun to come, is forgotten. */
    want(rows: RowRange, span: Span): void {
      const from = Math.max(0, pageOf(rows.first))
      const to = Math.max(from, pageOf(Math.max(rows.first, rows.end - 1)))
      const all = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((page) => page < pages.length)
      if (next !== undefined && rows.end + aheadRows > state.rows && !all.includes(pages.length)) all.push(pages.length)
      const windows = windowsOf(span)
      wanted = all.flatMap((page) =>
        // A page that is not known yet is known with its first window: the others come after it.
        (page < pages.length ? windows : windows.slice(0, 1)).map((window) => ({ key: keyOf(page, window), page, window })),
      )
      pump()
    },

    /** Asks again for what did not come. */
    again(): void {
      for (const [key, part] of parts) if (part === null) parts.delete(key)
      for (const page of pages) page.version++
      tell({ error: null, isPending: pages.length === 0 })
      pump()
    },

    /** What is on in a row, as far as it has come. */
    slotsAt(row: number, span: Span): readonly S[] {
      const page = pageOf(row)
      const slots: S[] = []
      for (const window of windowsOf(span)) {
        const part = parts.get(keyOf(page, window))
        for (const slot of part?.[row - pages[page]!.first] ?? []) {
          const last = slots.at(-1)
          // What goes on from one window into the next is in both.
          if (!last || slot.start >= last.stop) slots.push(slot)
        }
      }
      return slotsWithin(slots, span)
    },

    /** A row as it is drawn. */
    cellsAt(row: number, span: Span): readonly Cell<S>[] {
      const slots = this.slotsAt(row, span)
      const page = pageOf(row)
      const others = windowsOf(span).flatMap((window): Cell<S>[] => {
        const { start, end } = spanOf(window)
        const part = parts.get(keyOf(page, window))
        const is = part ? 'gap' : part === null ? 'failed' : 'coming'
        return gapsWithin(slots, { start: Math.max(start, span.start), end: Math.min(end, span.end) }).map((slot) => ({ is, slot }))
      })
      return [...slots.map((slot): Cell<S> => ({ is: 'programme', slot })), ...others].sort((a, b) => a.slot.start - b.slot.start)
    },
  }
}
export type GuideData<C, S extends Slot> = ReturnType<typeof createGuideData<C, S>>
