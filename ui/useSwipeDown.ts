import { type PointerEvent, useRef, useState } from 'react'

/** px that a sheet has to be pulled down to close. */
const closeThresholdPx = 96

/** Lets a finger pull a sheet down and away. The handlers go on its handle; `pulled` is how many px it has come, undefined at rest. */
export function useSwipeDown(away: () => void) {
  const from = useRef<number>(undefined)
  const [pulled, setPulled] = useState<number>()
  const reset = () => {
    from.current = undefined
    setPulled(undefined)
  }
  return {
    pulled,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (from.current !== undefined) setPulled(Math.max(0, event.clientY - from.current))
      },
      onPointerUp: () => {
        if ((pulled ?? 0) > closeThresholdPx) away()
        reset()
      },
      onPointerCancel: reset,
    },
  }
}
