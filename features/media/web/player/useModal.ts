import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** What may be reached beside what is modal: dialogs on top of it, and what is only said. */
const besides = '[data-base-ui-portal], [aria-live], output, script, style, link'

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), iframe, [tabindex="0"]'

/** All of the page that an element is not in. */
class Others {
  readonly #element: HTMLElement
  readonly #held = new Set<HTMLElement>()

  constructor(element: HTMLElement) {
    this.#element = element
  }

  /** Nothing of it can be reached, also of what has come since. */
  hold() {
    for (let part = this.#element; part.parentElement && part !== document.body; part = part.parentElement)
      for (const sibling of part.parentElement.children)
        if (sibling !== part && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches(besides)) {
          sibling.inert = true
          this.#held.add(sibling)
        }
  }

  release() {
    for (const sibling of this.#held) sibling.inert = false
  }
}

/**
 * Makes an element the only part of the page that can be reached, for as long as it is `active`: the way of a modal dialog for
 * something that later stays on the page without being modal. The focus goes in, and out again through `onEnd`.
 * @returns the handler of the element's keys: Tab goes round in it
 */
export function useModal(element: HTMLElement | null, active: boolean, onEnd: (focusedBefore: Element | null) => void) {
  const end = useEffectEvent(onEnd)
  const returning = useRef<{ before: Element | null }>(undefined)
  useLayoutEffect(() => {
    if (!element || !active) return
    const before = document.activeElement
    const others = new Others(element)
    others.hold()
    // The page below may be another one in a moment.
    const changes = new MutationObserver(() => others.hold())
    if (element.parentElement) changes.observe(element.parentElement, { childList: true })
    element.focus({ preventScroll: true })
    return () => {
      changes.disconnect()
      others.release()
      if (element.contains(document.activeElement) || document.activeElement === document.body) returning.current = { before }
    }
  }, [element, active])
  // While React takes things off the page it gives the focus back to what had it: so this comes after.
  useLayoutEffect(() => {
    if (active || !returning.current) return
    end(returning.current.before)
    returning.current = undefined
  }, [active])

  return (event: KeyboardEvent) => {
    if (!active || !element) return
    const stops = [...element.querySelectorAll<HTMLElement>(reachable)].filter((stop) => stop.checkVisibility() && stop.tabIndex >= 0)
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== edge && !(event.shiftKey && document.activeElement === element)) return
    event.preventDefault()
    other?.focus()
  }
}
