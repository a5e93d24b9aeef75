/** px around what is in sight that count too: nothing until somebody scrolls, then enough to be ahead of them. */
const margins = { atRest: '0px', onTheWay: '600px' }

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function observe(margin: string): IntersectionObserver {
  observer?.disconnect()
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        const seen = waiting.get(target)
        forget(target)
        seen?.()
      }
    },
    // The page and its rows scroll inside other boxes: for those it is `scrollMargin` that counts.
    { rootMargin: margin, scrollMargin: margin },
  )
  for (const element of waiting.keys()) observer.observe(element)
  return observer
}

function forget(element: Element): void {
  waiting.delete(element)
  observer?.unobserve(element)
}

/** Calls back once, when an element comes in sight or soon will; answers how to stop waiting. One observer serves the whole page. */
export function whenInSight(element: Element, seen: () => void): () => void {
  waiting.set(element, seen)
  if (observer) observer.observe(element)
  else {
    observe(margins.atRest)
    addEventListener('scroll', () => observe(margins.onTheWay), { capture: true, once: true })
  }
  return () => forget(element)
}
