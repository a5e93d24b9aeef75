/** Scroll position and size of a scroll container, which are read on events and never while rendering. */
export interface Viewport {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const emptyViewport: Viewport = { left: 0, top: 0, width: 0, height: 0 }

export function createViewport() {
  let element: HTMLElement | null = null
  let now = emptyViewport
  let isCalled = false
  const listeners = new Set<() => void>()
  const update = () => {
    if (!element) return
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element
    if (left === now.left && top === now.top && width === now.width && height === now.height) return
    now = { left, top, width, height }
    for (const listener of listeners) listener()
  }
  return {
    get: (): Viewport => now,
    /** Whether `scrollTo` caused the current change, instead of the user. */
    isCalled: () => isCalled,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Follows an element, which is scrolled to where the one before it was. @returns a function that stops following */
    follow(scroller: HTMLElement): () => void {
      element = scroller
      const { left, top } = now
      if (left > 0 || top > 0) scroller.scrollTo({ left, top, behavior: 'instant' })
      const sizes = new ResizeObserver(update)
      sizes.observe(scroller)
      scroller.addEventListener('scroll', update, { passive: true })
      update()
      return () => {
        sizes.disconnect()
        scroller.removeEventListener('scroll', update)
        element = null
      }
    },
    scrollTo: (to: { left?: number; top?: number }, behavior: ScrollBehavior = 'instant') => {
      if (!element) {
        now = { ...now, ...to }
        return
      }
      element.scrollTo({ ...to, behavior })
      isCalled = true
      update()
      isCalled = false
    },
  }
}
export type ViewportStore = ReturnType<typeof createViewport>
