import { useEffect } from 'react'
import { whenIdle } from '#ui/idle.ts'

/** Opens the board by key and fingers, once the browser is idle. */
export function ZoomOut() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const cancel = whenIdle(
      () =>
        void import('./zoom-out.ts').then(
          ({ followZoomOut }) => {
            if (!isOver) stop = followZoomOut()
          },
          () => {},
        ),
    )
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [])
  return null
}
