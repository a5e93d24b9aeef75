import { useLayoutEffect } from 'react'
import { findVisibleCard } from './motion.ts'
import { clearPressedElement, findPressedElement } from './pressed-element.ts'

/** Elements that stay reachable beside a modal element: dialogs on top, and live regions. */
const reachableSelector = '[data-base-ui-portal], [aria-live], output, script, style, link'

const tabStops = 'a[href], button:not(:disabled), input:not(:disabled), iframe, [tabindex="0"]'

/** All parts of the page outside an element. */
class RestOfPage {
  readonly #element: HTMLElement
  readonly #inert = new Set<HTMLElement>()

  constructor(element: HTMLElement) {
    this.#element = element
  }

  /** Makes these parts inert. A further call includes parts that were added since. */
  makeInert() {
    for (let part = this.#element; part.parentElement && part !== document.body; part = part.parentElement)
      for (const sibling of part.parentElement.children)
        if (sibling !== part && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches(reachableSelector)) {
          sibling.inert = true
          this.#inert.add(sibling)
        }
  }

  release() {
    for (const sibling of this.#inert) sibling.inert = false
  }
}

/**
 * Makes an element modal while `active`. It isn't a `<dialog>`, because later it may stay on the page without being modal. Moves the focus
 * into the element.
 * @returns its keydown handler, which traps Tab
 */
export function useModal(element: HTMLElement | null, active: boolean) {
  useLayoutEffect(() => {
    if (!element || !active) return
    const rest = new RestOfPage(element)
    rest.makeInert()
    // Includes elements that are added to the page later.
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

/** How long the screen below may take to render again, with the pressed element, in ms. */
const redrawMs = 2000

const contentOf = () => document.getElementById('content')

/**
 * Restores the focus after the player closes: to the pressed element, else the item's card, else the page's content. Waits for the pressed
 * element, unless the user does something else.
 */
export function returnFocus(itemId: string): void {
  const pressed = findPressedElement()
  const next = pressed ?? findVisibleCard(itemId)?.querySelector<HTMLElement>('a, button') ?? contentOf()
  next?.focus({ preventScroll: true })
  if (pressed) return clearPressedElement()
  const contentObserver = new MutationObserver(() => {
    const { activeElement } = document
    if (activeElement !== document.body && activeElement !== next && activeElement !== contentOf()) return stop()
    const element = findPressedElement()
    if (!element) return
    stop()
    element.focus({ preventScroll: true })
  })
  const timer = setTimeout(() => stop(), redrawMs)
  const stop = () => {
    clearTimeout(timer)
    contentObserver.disconnect()
    clearPressedElement()
  }
  contentObserver.observe(document.body, { subtree: true, childList: true })
}
