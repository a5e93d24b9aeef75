import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { jumpBack, jumpOn } from './keys.ts'
import css from './Stage.module.css'
import { useControl } from './useControl.ts'
import type { Idle } from './useIdle.ts'

/** Milliseconds between the two taps of a double one. */
const doubleTap = 300

/** What of the picture can be pressed: a click plays or pauses, a tap shows or hides the bars, two taps at a side jump. */
export function PictureArea({ idle, setIdle }: Idle) {
  const control = useControl()
  const last = useRef({ at: 0, side: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [jumped, setJumped] = useState<{ by: number; count: number }>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const tap = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
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
    if (event.pointerType === 'touch') tap(event)
    else if (event.button === 0) control.perform({ do: 'toggle' })
  }

  return (
    <div
      className={css.area}
      data-picture=""
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
