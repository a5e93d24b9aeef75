import { type PointerEvent, useCallback, useRef, useState } from 'react'

/** px of pulling that close a sheet. */
const closeThresholdPx = 96
/** px before the sheet follows the finger, because taps wander. */
const tapTolerancePx = 8

interface SwipeDownOptions {
  /** Whether the sheet stays where it was released until `reset`, and animates out from there. */
  keepsPlace?: boolean
}

/** Lets a finger pull a sheet down to close it. Spread the handlers on its handle; `pulled` is the offset in px, undefined at rest. */
export function useSwipeDown(away: () => void, { keepsPlace = false }: SwipeDownOptions = {}) {
  const from = useRef<number>(undefined)
  const [pulledPx, setPulled] = useState<number>()
  const reset = useCallback(() => {
    from.current = undefined
    setPulled(undefined)
  }, [])
  return {
    pulled: pulledPx,
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
        const isAway = from.current !== undefined && (pulledPx ?? 0) > closeThresholdPx
        from.current = undefined
        if (isAway) away()
        if (!isAway || !keepsPlace) reset()
      },
      onPointerCancel: reset,
    },
  }
}

/** Handlers for the pulled element. */
export type SwipeHandle = ReturnType<typeof useSwipeDown>['handle']
