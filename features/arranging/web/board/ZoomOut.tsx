import { useEffect } from 'react'
import { runWhenIdle } from '#ui/idle.ts'

/** Opens the board by key and fingers, once the browser is idle. */
export function ZoomOut() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const follow = async () => {
      const { followZoomOut } = await import('./zoom-out.ts')
      if (!isOver) stop = followZoomOut()
    }
    // If loading fails, the palette still opens the board.
    const cancel = runWhenIdle(() => void follow().catch(() => {}))
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [])
  return null
}
