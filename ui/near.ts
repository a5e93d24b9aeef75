import { type RefCallback, useCallback, useState } from 'react'

/** How far outside of what is in sight counts as near. */
const ahead = '600px'

/** What scrolls an element up and down: a margin around it counts only for the observer of that very box. */
function scrollerOf(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement) if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return null
}

/** Calls back whenever the element comes near what is in sight; answers how to stop. */
export function watchNear(element: Element, near: () => void): () => void {
  const sight = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && near(), {
    root: scrollerOf(element),
    rootMargin: `${ahead} 0px`,
  })
  sight.observe(element)
  return () => sight.disconnect()
}

/** Has the element that gets the ref ever come near what is in sight? What it needs can wait until then. */
export function useNear<E extends Element>(): [RefCallback<E>, boolean] {
  const [near, setNear] = useState(false)
  const ref = useCallback((element: E | null) => (element ? watchNear(element, () => setNear(true)) : undefined), [])
  return [ref, near]
}
