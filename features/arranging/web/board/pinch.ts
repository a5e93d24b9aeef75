/** Relative change of the distance between two fingers that counts as a pinch. */
const pinchRatio = 1.35

type Gesture = 'pinch' | 'spread'

const fingerDistance = ([a, b]: Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)

/** Whether the page isn't zoomed. On a zoomed page, two fingers change the zoom. */
const isUnzoomed = () => (window.visualViewport?.scale ?? 1) < 1.01

/** Calls `act` after two fingers have pinched in or out. @returns a function that stops it */
export function onPinch(root: HTMLElement | Document, gesture: Gesture, act: () => void): () => void {
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  let startDistance = 0
  const start = (event: Event) => {
    const { touches } = event as TouchEvent
    startDistance = touches.length === 2 && isUnzoomed() ? fingerDistance([...touches]) : 0
  }
  const move = (event: Event) => {
    const { touches } = event as TouchEvent
    if (startDistance === 0 || touches.length !== 2) return
    const factor = fingerDistance([...touches]) / startDistance
    if (gesture === 'pinch' ? factor > 1 / pinchRatio : factor < pinchRatio) return
    startDistance = 0
    act()
  }
  root.addEventListener('touchstart', start, options)
  root.addEventListener('touchmove', move, options)
  return () => listening.abort()
}
