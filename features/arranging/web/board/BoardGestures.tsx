import { useEffect } from 'react'
import { runWhenIdle } from '#ui/idle.ts'

/** Makes a key and a pinch open the board, once the browser is idle. */
export function BoardGestures() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const follow = async () => {
      const { listenForBoardGestures } = await import('./board-gestures.ts')
      if (!isOver) stop = listenForBoardGestures()
    }
    // If loading fails, users can still open the board from the palette.
    const cancel = runWhenIdle(() => void follow().catch(() => {}))
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [])
  return null
}
