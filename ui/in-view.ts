import { type RefCallback, useCallback, useState } from 'react'

const callbacks = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

/** @param margin 0 until the first scroll, then large enough to load ahead */
function createObserver(margin: string): IntersectionObserver {
  observer?.disconnect()
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        const onSeen = callbacks.get(target)
        stopObserving(target)
        onSeen?.()
      }
    },
    // `scrollMargin` also applies to nested elements that scroll, unlike `rootMargin`.
    { rootMargin: margin, scrollMargin: margin },
  )
  for (const element of callbacks.keys()) observer.observe(element)
  return observer
}

function stopObserving(element: Element): void {
  callbacks.delete(element)
  observer?.unobserve(element)
}

/**
 * Calls `onSeen` once, when an element is in view or near. Observers are shared by the whole page.
 * @returns a function that cancels this
 */
export function runWhenInView(element: Element, onSeen: () => void): () => void {
  callbacks.set(element, onSeen)
  if (observer) observer.observe(element)
  else {
    createObserver('0px')
    addEventListener('scroll', () => createObserver('600px'), { capture: true, once: true })
  }
  return () => stopObserving(element)
}

/** Returns a ref, and true when its element has been in view or near. Use it to load content late. */
export function useWasInView<E extends Element>(): [RefCallback<E>, boolean] {
  const [wasSeen, setWasSeen] = useState(false)
  const ref = useCallback((element: E | null) => (element ? runWhenInView(element, () => setWasSeen(true)) : undefined), [])
  return [ref, wasSeen]
}
