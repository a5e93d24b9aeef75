import { type PointerEvent, useCallback, useRef, useState } from 'react'

/** Pulling a sheet this far, in px, closes it. */
const closeThresholdPx = 96
/** The sheet follows the finger only after this distance in px, because fingers move a little when they tap. */
const tapTolerancePx = 8

interface SwipeDownOptions {
  /** True if the sheet stays where it was released until `reset`, so that its exit animation starts there. */
  keepsPlace?: boolean
}

/**
 * Lets a finger pull a sheet down to close it. Spread the handlers on the sheet's handle. `pulled` is the offset in px; undefined at rest.
 */
export function useSwipeDown(onClose: () => void, { keepsPlace = false }: SwipeDownOptions = {}) {
  const from = useRef<number>(undefined)
  const [pulledPx, setPulledPx] = useState<number>()
  const reset = useCallback(() => {
    from.current = undefined
    setPulledPx(undefined)
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
        if (from.current !== undefined) setPulledPx(Math.max(0, event.clientY - from.current - tapTolerancePx))
      },
      onPointerUp: () => {
        const isAway = from.current !== undefined && (pulledPx ?? 0) > closeThresholdPx
        from.current = undefined
        if (isAway) onClose()
        if (!isAway || !keepsPlace) reset()
      },
      onPointerCancel: reset,
    },
  }
}

/** Handlers for the handle of a sheet. */
export type SwipeHandle = ReturnType<typeof useSwipeDown>['handle']
