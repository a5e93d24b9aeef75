/** What has come of the guide, and what of it is on in a row: pages of channels, and for each of them windows of time. */
import type { Span } from './axis.ts'
import { gapsWithin, type Slot, slotsWithin } from './layout.ts'

/** ms that are asked for at once. They begin at whole windows since 1970, so that every page is cut alike. */
export const windowMs = 4 * 3_600_000

/** A part of a row: something that is on, a time in which nothing is known to be on, or one that has not come. */
export type Cell<S extends Slot> =
  | { readonly is: 'programme'; readonly slot: S }
  | { readonly is: 'gap' | 'coming' | 'failed'; readonly slot: Slot }

/** What is on in a window of time on the channels of a page, in their order. */
export interface GuidePart<S> {
  page: number
  /** Number of the window since 1970. */
  window: number
  slots: readonly (readonly S[])[]
}

/** A page of channels. */
interface GuideChannels<C> {
  first: number
  channels: readonly C[]
  /** Grows whenever something of it comes. */
  version: number
}

export const windowsOf = ({ start, end }: Span): number[] => {
  const first = Math.floor(start / windowMs)
  return Array.from({ length: Math.max(1, Math.ceil(end / windowMs) - first) }, (_, at) => first + at)
}
export const spanOf = (window: number): Span => ({ start: window * windowMs, end: (window + 1) * windowMs })

export function createGuideParts<C, S extends Slot>() {
  const pages: GuideChannels<C>[] = []
  /** By page and window; null: it did not come. */
  const parts = new Map<string, GuidePart<S> | null>()
  let rows = 0
  const keyOf = (page: number, window: number) => `${page} ${window}`
  const pageOf = (row: number) => pages.findLastIndex(({ first }) => first <= row)
  /** Undefined: it has not come. */
  const partAt = (row: number, window: number) => (row < rows ? parts.get(keyOf(pageOf(row), window)) : undefined)

  return {
    pageOf,
    rows: () => rows,
    hasFailed: () => [...parts.values()].includes(null),
    /** Has it come, or failed? */
    isKnown: (page: number, window: number) => parts.has(keyOf(page, window)),
    channelAt: (row: number): C | undefined => {
      const page = pages[pageOf(row)]
      return page?.channels[row - page.first]
    },
    /** Another number: something of the row has come. */
    versionAt: (row: number): number => pages[pageOf(row)]?.version ?? -1,
    /** Which parts of a row have come, and which did not: as long as it is the same, its cells are, too. */
    partsAt: (row: number, span: Span): string =>
      windowsOf(span)
        .map((window) => partAt(row, window))
        .map((part) => (part ? '+' : part === null ? '-' : ' '))
        .join(''),

    /** The channels that come after those that are known. */
    addPage(channels: readonly C[]): void {
      pages.push({ first: rows, channels, version: 0 })
      rows += channels.length
    },
    add(part: GuidePart<S>): void {
      parts.set(keyOf(part.page, part.window), part)
      pages[part.page]!.version++
    },
    addFailed(page: number, window: number): void {
      parts.set(keyOf(page, window), null)
      const known = pages[page]
      if (known) known.version++
    },
    forgetFailed(): void {
      for (const [key, part] of parts) if (part === null) parts.delete(key)
      for (const page of pages) page.version++
    },

    /** What is on in a row, as far as it has come. */
    slotsAt(row: number, span: Span): readonly S[] {
      const first = pages[pageOf(row)]?.first ?? 0
      const slots: S[] = []
      for (const window of windowsOf(span))
        for (const slot of partAt(row, window)?.slots[row - first] ?? []) {
          const last = slots.at(-1)
          // What goes on from one window into the next is in both.
          if (!last || slot.start >= last.stop) slots.push(slot)
        }
      return slotsWithin(slots, span)
    },

    /** A row as it is drawn. */
    cellsAt(row: number, span: Span): readonly Cell<S>[] {
      const slots = this.slotsAt(row, span)
      const others = windowsOf(span).flatMap((window): Cell<S>[] => {
        const { start, end } = spanOf(window)
        const part = partAt(row, window)
        const is = part ? 'gap' : part === null ? 'failed' : 'coming'
        return gapsWithin(slots, { start: Math.max(start, span.start), end: Math.min(end, span.end) }).map((slot) => ({ is, slot }))
      })
      return [...slots.map((slot): Cell<S> => ({ is: 'programme', slot })), ...others].sort((a, b) => a.slot.start - b.slot.start)
    },
  }
}
