import { type PointerEvent, useCallback, useRef, useState } from 'react'

/** px that a sheet has to be pulled down to close. */
const closeThresholdPx = 96
/** px of way before it comes along: a tap wanders a little. */
const tapTolerancePx = 8

interface SwipeDownOptions {
  /** What was pulled far enough stays where it was let go, until `reset`: it goes on its way from there. */
  keepsPlace?: boolean
}

/** Lets a finger pull a sheet down and away. The handlers go on its handle; `pulled` is how many px it has come, undefined at rest. */
export function useSwipeDown(away: () => void, { keepsPlace = false }: SwipeDownOptions = {}) {
  const from = useRef<number>(undefined)
  const [pulled, setPulled] = useState<number>()
  const reset = useCallback(() => {
    from.current = undefined
    setPulled(undefined)
  }, [])
  return {
    pulled,
    reset,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (from.current !== undefined) setPulled(Math.max(0, event.clientY - from.current - tapTolerancePx))
      },
      onPointerUp: () => {
        const isAway = from.current !== undefined && (pulled ?? 0) > closeThresholdPx
        from.current = undefined
        if (isAway) away()
        if (!isAway || !keepsPlace) reset()
      },
      onPointerCancel: reset,
    },
  }
}

/** The handlers of what is pulled. */
export type SwipeHandle = ReturnType<typeof useSwipeDown>['handle']
