/** The loaded data of the guide: pages of channels, and for each page windows of time. */
import type { Span } from './axis.ts'
import { gapsWithin, type ProgrammeTimes, slotsWithin } from './layout.ts'

/** Length of a window in ms. Windows begin at multiples of this since 1970, so that all pages have the same windows. */
export const windowMs = 4 * 3_600_000

/** A cell of a row: a programme, a gap without a programme, or a time that has not been loaded. */
export type Cell<S extends ProgrammeTimes> =
  | { readonly kind: 'programme'; readonly slot: S }
  | { readonly kind: 'gap' | 'coming' | 'failed'; readonly slot: ProgrammeTimes }

/** The programmes of a page's channels in a window. */
export interface GuidePart<S> {
  page: number
  /** Number of the window since 1970. */
  window: number
  /** By channel id, because an import or a new favourite may have changed the order of the channels since the page was added. */
  slots: ReadonlyMap<string, readonly S[]>
}

/** A page of channels. */
interface GuideChannels<C> {
  first: number
  channels: readonly C[]
  /** Incremented when data arrives. */
  version: number
}

export const windowsOf = ({ start, end }: Span): number[] => {
  const first = Math.floor(start / windowMs)
  return Array.from({ length: Math.max(1, Math.ceil(end / windowMs) - first) }, (_, index) => first + index)
}
export const spanOf = (window: number): Span => ({ start: window * windowMs, end: (window + 1) * windowMs })

export function createGuideParts<C extends { id: string }, S extends ProgrammeTimes>() {
  const pages: GuideChannels<C>[] = []
  /** Loaded parts, by page and window; null: failed. */
  const parts = new Map<string, GuidePart<S> | null>()
  let rows = 0
  const keyOf = (page: number, window: number) => `${page} ${window}`
  const pageOf = (row: number) => pages.findLastIndex(({ first }) => first <= row)
  /** The part of a row and window; null: failed; undefined: not loaded. */
  const partAt = (row: number, window: number) => (row < rows ? parts.get(keyOf(pageOf(row), window)) : undefined)
  const channelAt = (row: number): C | undefined => {
    const page = pages[pageOf(row)]
    return page?.channels[row - page.first]
  }

  return {
    pageOf,
    rows: () => rows,
    hasFailed: () => [...parts.values()].includes(null),
    /** Whether the part has been loaded, or has failed. */
    isKnown: (page: number, window: number) => parts.has(keyOf(page, window)),
    channelAt,
    /** Changes when data of the row arrives. */
    versionAt: (row: number): number => pages[pageOf(row)]?.version ?? -1,
    /** Returns the state of a row's windows as a text. While the text is the same, the row's cells are the same too. */
    partsAt: (row: number, span: Span): string =>
      windowsOf(span)
        .map((window) => partAt(row, window))
        .map((part) => (part ? '+' : part === null ? '-' : ' '))
        .join(''),

    /** Adds the channels after the known channels. */
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
      const existing = pages[page]
      if (existing) existing.version++
    },
    forgetFailed(): void {
      for (const [key, part] of parts) if (part === null) parts.delete(key)
      for (const page of pages) page.version++
    },

    /** Returns the loaded programmes of a row. */
    slotsAt(row: number, span: Span): readonly S[] {
      const id = channelAt(row)?.id ?? ''
      const slots: S[] = []
      for (const window of windowsOf(span))
        for (const slot of partAt(row, window)?.slots.get(id) ?? []) {
          const last = slots.at(-1)
          // Skips a programme that was added already, as a programme across two windows is in both.
          if (!last || slot.start >= last.stop) slots.push(slot)
        }
      return slotsWithin(slots, span)
    },

    /** Returns the cells of a row. */
    cellsAt(row: number, span: Span): readonly Cell<S>[] {
      const slots = this.slotsAt(row, span)
      const others = windowsOf(span).flatMap((window): Cell<S>[] => {
        const { start, end } = spanOf(window)
        const part = partAt(row, window)
        const kind = part ? 'gap' : part === null ? 'failed' : 'coming'
        return gapsWithin(slots, { start: Math.max(start, span.start), end: Math.min(end, span.end) }).map((slot) => ({ kind, slot }))
      })
      return [...slots.map((slot): Cell<S> => ({ kind: 'programme', slot })), ...others].sort((a, b) => a.slot.start - b.slot.start)
    },
  }
}
