import { useLayoutEffect } from 'react'

/** What may be reached beside what is modal: dialogs on top of it, and what is only said. */
const stillReachable = '[data-base-ui-portal], [aria-live], output, script, style, link'

const tabStops = 'a[href], button:not(:disabled), input:not(:disabled), iframe, [tabindex="0"]'

/** All of the page that an element is not in. */
class RestOfPage {
  readonly #element: HTMLElement
  readonly #inert = new Set<HTMLElement>()

  constructor(element: HTMLElement) {
    this.#element = element
  }

  /** Nothing of it can be reached, also of what has come since. */
  makeInert() {
    for (let part = this.#element; part.parentElement && part !== document.body; part = part.parentElement)
      for (const sibling of part.parentElement.children)
        if (sibling !== part && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches(stillReachable)) {
          sibling.inert = true
          this.#inert.add(sibling)
        }
  }

  release() {
    for (const sibling of this.#inert) sibling.inert = false
  }
}

/**
 * Makes an element the only part of the page that can be reached, for as long as it is `active`: the way of a modal dialog for
 * something that later stays on the page without being modal. The focus goes in.
 * @returns the handler of the element's keys: Tab goes round in it
 */
export function useModal(element: HTMLElement | null, active: boolean) {
  useLayoutEffect(() => {
    if (!element || !active) return
    const rest = new RestOfPage(element)
    rest.makeInert()
    // The page below may be another one in a moment.
    const changes = new MutationObserver(() => rest.makeInert())
    if (element.parentElement) changes.observe(element.parentElement, { childList: true })
    element.focus({ preventScroll: true })
    return () => {
      changes.disconnect()
      rest.release()
    }
  }, [element, active])

  return (event: KeyboardEvent) => {
    if (!active || !element) return
    const stops = [...element.querySelectorAll<HTMLElement>(tabStops)].filter((stop) => stop.checkVisibility() && stop.tabIndex >= 0)
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== edge && !(event.shiftKey && document.activeElement === element)) return
    event.preventDefault()
    other?.focus()
  }
}
