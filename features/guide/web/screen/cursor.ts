/** Moves by arrow keys of a keyboard or remote control in the guide. */
import type { Axis } from './axis.ts'
import { indexAfter, type ProgrammeTimes } from './layout.ts'

/** The selected channel and time. Vertical moves keep the time, even between programmes of different length. */
export interface GuideCursor {
  readonly row: number
  /** Milliseconds since 1970. */
  readonly time: number
}

export type CursorMove = 'left' | 'right' | 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last'

/** Step in ms within a gap between programmes. */
const gapStepMs = 30 * 60_000

interface Guide {
  axis: Axis
  rows: number
  /** Number of rows that Page Up and Page Down move. */
  pageRows: number
  /** Returns the known programmes of a row, in order. */
  slotsOf: (row: number) => readonly ProgrammeTimes[]
}

/** Returns the programme of a row at a time. */
export function slotAt<S extends ProgrammeTimes>(slots: readonly S[], time: number): S | undefined {
  const slot = slots[indexAfter(slots, time)]
  return slot && slot.start <= time ? slot : undefined
}

/** Returns the cursor after a move; undefined at the edge, where the key then moves the focus out of the guide. */
export function moveCursor(
  { row, time }: GuideCursor,
  move: CursorMove,
  { axis, rows, pageRows, slotsOf }: Guide,
): GuideCursor | undefined {
  const cursorAtRow = (to: number) => {
    const next = Math.max(0, Math.min(rows - 1, to))
    return next === row ? undefined : { row: next, time }
  }
  const cursorAtTime = (to: number) => (to < axis.start || to >= axis.end ? undefined : { row, time: to })
  switch (move) {
    case 'up':
      return cursorAtRow(row - 1)
    case 'down':
      return cursorAtRow(row + 1)
    case 'pageUp':
      return cursorAtRow(row - pageRows)
    case 'pageDown':
      return cursorAtRow(row + pageRows)
    case 'first':
      return cursorAtRow(0)
    case 'last':
      return cursorAtRow(rows - 1)
    case 'left':
      return cursorAtTime(timeBeforeSlot(slotsOf(row), time))
    case 'right':
      return cursorAtTime(timeAfterSlot(slotsOf(row), time))
    // no default
  }
}

/** Returns the start of the next programme or gap. */
function timeAfterSlot(slots: readonly ProgrammeTimes[], time: number): number {
  const at = indexAfter(slots, time)
  const slot = slots[at]
  if (slot && slot.start <= time) return slot.stop
  return Math.min(time + gapStepMs, slot?.start ?? Number.POSITIVE_INFINITY)
}

function timeBeforeSlot(slots: readonly ProgrammeTimes[], time: number): number {
  const at = indexAfter(slots, time)
  const slot = slots[at]
  const previousSlot = slots[at - 1]
  const isIn = slot !== undefined && slot.start <= time
  // Selects the preceding programme if there is no gap in between, and a time in the gap if there is one.
  if (isIn && previousSlot?.stop === slot.start) return previousSlot.start
  const begin = isIn ? slot.start - gapStepMs : time - gapStepMs
  return previousSlot && begin < previousSlot.stop ? previousSlot.start : begin
}
