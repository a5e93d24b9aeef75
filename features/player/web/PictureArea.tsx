import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { SwipeHandle } from '#ui/useSwipeDown.ts'
import { pictureAreaRef } from './elements.ts'
import { jumpBackSeconds, jumpForwardSeconds } from './keys.ts'
import css from './Stage.module.css'
import { useControl } from './control.ts'
import type { IdleState } from './useIdle.ts'

/** Maximum ms between the taps of a double tap. */
const doubleTapMs = 300

/** Maximum px by which the finger moves in a tap. */
const tapPx = 12

/** Minimum px of a swipe to a neighbour. */
const swipePx = 56

/** Actions of swipes. A swipe to the left or up plays the next item, to the right or down the previous one. */
export interface SwipeActions {
  next: (() => void) | undefined
  previous: (() => void) | undefined
  /** Whether vertical swipes play these items too. If not, pulling down docks the player. */
  isVertical: boolean
}

interface PictureAreaProps extends IdleState {
  /** Handlers for pulling down; undefined if the player can't dock. */
  handle: SwipeHandle | undefined
  swipeActions: SwipeActions | undefined
}

/**
 * Gestures on the picture: a click plays or pauses, a tap toggles the controls, a double tap at a side seeks, and pulling down docks the
 * player.
 */
export function PictureArea({ idle, setIdle, handle, swipeActions }: PictureAreaProps) {
  const control = useControl()
  const lastTap = useRef({ at: 0, side: 0 })
  const start = useRef({ x: 0, y: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [jumped, setJumped] = useState<{ by: number; count: number }>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const tap = (event: PointerEvent<HTMLElement>) => {
    // Uses the element's own coordinates, because full screen may rotate the element.
    const part = event.nativeEvent.offsetX / event.currentTarget.clientWidth
    const side = part < 1 / 3 ? -1 : part > 2 / 3 ? 1 : 0
    const isDoubleTap = side !== 0 && side === lastTap.current.side && event.timeStamp - lastTap.current.at < doubleTapMs
    lastTap.current = { at: event.timeStamp, side }
    clearTimeout(timer.current)
    if (isDoubleTap) {
      const seconds = side < 0 ? jumpBackSeconds : jumpForwardSeconds
      control.perform({ do: 'jump', by: seconds })
      setJumped((before) => ({ by: seconds, count: (before?.count ?? 0) + 1 }))
    } else {
      // Waits for a second tap, which seeks and leaves the controls unchanged.
      timer.current = setTimeout(() => setIdle(!idle), side === 0 ? 0 : doubleTapMs)
    }
  }

  // Ignores pulling down in full screen, because no page is below, and where vertical swipes change the item.
  const swipeDown = document.fullscreenElement || swipeActions?.isVertical ? undefined : handle
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    // Uses the element's own coordinates, because full screen may rotate the element.
    const [right, down] = [event.nativeEvent.offsetX - start.current.x, event.nativeEvent.offsetY - start.current.y]
    const isMoved = Math.abs(right) > tapPx || Math.abs(down) > tapPx
    swipeDown?.onPointerUp()
    if (event.pointerType === 'mouse') return event.button === 0 && control.perform({ do: 'toggle' })
    if (!isMoved) return tap(event)
    const isSwipe = (along: number, across: number) => Math.abs(along) > swipePx && Math.abs(along) > 2 * Math.abs(across)
    const distance = isSwipe(right, down) ? right : swipeActions?.isVertical && isSwipe(down, right) ? down : 0
    if (distance !== 0) (distance < 0 ? swipeActions?.next : swipeActions?.previous)?.()
  }

  return (
    <div
      className={css.area}
      ref={pictureAreaRef}
      data-picture=""
      onPointerDown={(event) => {
        start.current = { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY }
        swipeDown?.onPointerDown(event)
      }}
      onPointerMove={swipeDown?.onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={swipeDown?.onPointerCancel}
      onDoubleClick={() => lastTap.current.at === 0 && control.perform({ do: 'fullscreen' })}
    >
      {jumped && (
        <span key={jumped.count} className={css.jumped} data-side={jumped.by < 0 ? 'left' : 'right'} aria-hidden="true">
          {jumped.by < 0 ? '−' : '+'}
          {Math.abs(jumped.by)}
        </span>
      )}
    </div>
  )
}
