import { type PointerEvent, type RefObject, useRef } from 'react'

/** px that a sheet has to be pulled down to close. */
const enough = 96

/** Lets a finger pull a sheet down and away. The handlers go on its handle; the sheet follows the finger. */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, away: () => void) {
  const from = useRef<number>(undefined)
  const pull = (px: number | undefined) => {
    if (!sheet.current) return
    sheet.current.style.transition = px === undefined ? '' : 'none'
    sheet.current.style.transform = px === undefined ? '' : `translateY(${Math.max(0, px)}px)`
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== undefined) pull(event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const far = from.current !== undefined && event.clientY - from.current > enough
      from.current = undefined
      pull(undefined)
      if (far) away()
    },
    onPointerCancel: () => {
      from.current = undefined
      pull(undefined)
    },
  }
}
