import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { jumpBack, jumpOn } from './keys.ts'
import css from './Stage.module.css'
import { useControl } from './useControl.ts'
import type { Idle } from './useIdle.ts'

/** Milliseconds between the two taps of a double one. */
const doubleTap = 300

/** px that a finger has to come down, more than to the side, to make the player small. */
const pullPx = 72
/** px within which a finger has not moved. */
const tapPx = 12

/** What of the picture can be pressed: a click plays or pauses, a tap shows or hides the bars, two taps at a side jump; pulled down the player docks. */
export function PictureArea({ idle, setIdle, onDock }: Idle & { onDock: () => void }) {
  const control = useControl()
  const last = useRef({ at: 0, side: 0 })
  const from = useRef({ x: 0, y: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [jumped, setJumped] = useState<{ by: number; count: number }>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const tap = (event: PointerEvent<HTMLElement>) => {
    // In the element's own measure: full screen may have turned it.
    const part = event.nativeEvent.offsetX / event.currentTarget.clientWidth
    const side = part < 1 / 3 ? -1 : part > 2 / 3 ? 1 : 0
    const again = side !== 0 && side === last.current.side && event.timeStamp - last.current.at < doubleTap
    last.current = { at: event.timeStamp, side }
    clearTimeout(timer.current)
    if (again) {
      const by = side < 0 ? jumpBack : jumpOn
      control.perform({ do: 'jump', by })
      setJumped((before) => ({ by, count: (before?.count ?? 0) + 1 }))
    } else {
      // A second tap may follow, which is a jump and leaves the bars as they were.
      timer.current = setTimeout(() => setIdle(!idle), side === 0 ? 0 : doubleTap)
    }
  }

  const lift = (event: PointerEvent<HTMLElement>) => {
    const [right, down] = [event.clientX - from.current.x, event.clientY - from.current.y]
    const moved = Math.abs(right) > tapPx || Math.abs(down) > tapPx
    if (event.pointerType === 'touch' && moved) {
      if (down > pullPx && down > Math.abs(right) && !document.fullscreenElement) onDock()
    } else if (event.pointerType === 'touch') tap(event)
    else if (event.button === 0) control.perform({ do: 'toggle' })
  }

  return (
    <div
      className={css.area}
      data-picture=""
      onPointerDown={({ clientX, clientY }) => (from.current = { x: clientX, y: clientY })}
      onPointerUp={lift}
      onDoubleClick={() => last.current.at === 0 && control.perform({ do: 'fullscreen' })}
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
