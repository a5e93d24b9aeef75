import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Span } from './axis.ts'
import type { Guide } from './guide-data.ts'
import type { Range } from './layout.ts'

/** Maximum time in ms that the programmes of the former time stay, while those of the chosen time load. */
const maxHoldMs = 600

/** Whether the data of all given rows at these times has arrived or failed. */
export const isLoaded = (guide: Guide, { first, end }: Range, span: Span): boolean =>
  Array.from({ length: Math.max(0, Math.min(end, guide.state().rows) - first) }, (_, index) => first + index).every(
    (row) => !guide.partsAt(row, span).includes(' '),
  )

/** Returns the last value that was ready, or for which {@link maxHoldMs} have passed. */
export function useHeldValue<T>(value: T, isReady: boolean): T {
  const [held, setHeld] = useState(value)
  if (isReady && held !== value) setHeld(value)
  useEffect(() => {
    if (held === value) return
    const timer = setTimeout(() => setHeld(value), maxHoldMs)
    return () => clearTimeout(timer)
  }, [held, value])
  return isReady ? value : held
}

interface JumpOptions {
  guide: Guide
  /** Returns the rows and times that are in view after a jump. */
  viewAt: (time: number) => { rows: Range; span: Span }
  scrollTo: (time: number) => void
}

/**
 * Returns a function that scrolls the grid to a time: at once if its programmes are loaded, else when they arrive, so that the grid doesn't
 * go blank. `goingTo` is the time that is waited for.
 */
export function useJump({ guide, viewAt, scrollTo }: JumpOptions) {
  const [goingTo, setGoingTo] = useState<number | null>(null)
  const isReadyAt = (time: number) => {
    const { rows, span } = viewAt(time)
    return isLoaded(guide, rows, span)
  }
  const isReady = useSyncExternalStore(guide.subscribe, () => goingTo !== null && isReadyAt(goingTo))
  const arrive = useEffectEvent((time: number) => {
    scrollTo(time)
    setGoingTo(null)
  })
  useEffect(() => {
    if (goingTo === null) return
    const timer = setTimeout(arrive, isReady ? 0 : maxHoldMs, goingTo)
    return () => clearTimeout(timer)
  }, [goingTo, isReady])
  const jumpTo = (time: number) => {
    const { rows, span } = viewAt(time)
    const isReadyNow = isReadyAt(time)
    setGoingTo(isReadyNow ? null : time)
    if (isReadyNow) scrollTo(time)
    else guide.want(rows, span)
  }
  return { goingTo, jumpTo }
}
