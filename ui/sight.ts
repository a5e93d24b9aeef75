import { type RefCallback, useCallback, useState } from 'react'

/** Observer margin in px: zero until the first scroll, then large enough to load ahead. */
const margins = { atRest: '0px', onTheWay: '600px' }

const callbacks = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function observe(margin: string): IntersectionObserver {
  observer?.disconnect()
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        const onSeen = callbacks.get(target)
        forget(target)
        onSeen?.()
      }
    },
    // `scrollMargin` covers nested scroll containers, which `rootMargin` doesn't.
    { rootMargin: margin, scrollMargin: margin },
  )
  for (const element of callbacks.keys()) observer.observe(element)
  return observer
}

function forget(element: Element): void {
  callbacks.delete(element)
  observer?.unobserve(element)
}

/** Calls back once when an element is in or near view; one observer serves the whole page. @returns a cancel function */
export function runWhenInView(element: Element, onSeen: () => void): () => void {
  callbacks.set(element, onSeen)
  if (observer) observer.observe(element)
  else {
    observe(margins.atRest)
    addEventListener('scroll', () => observe(margins.onTheWay), { capture: true, once: true })
  }
  return () => forget(element)
}

/** Whether the element with the ref has ever been in or near view; use it to defer loading. */
export function useWasInView<E extends Element>(): [RefCallback<E>, boolean] {
  const [seen, setSeen] = useState(false)
  const ref = useCallback((element: E | null) => (element ? runWhenInView(element, () => setSeen(true)) : undefined), [])
  return [ref, seen]
}
