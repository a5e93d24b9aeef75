import { cardOf } from './motion.ts'
import { forgetOrigin, originElement } from './origin.ts'

/** ms within which the screen below may render again, including the pressed element. */
const redrawMs = 2000

const contentOf = () => document.getElementById('content')

/**
 * Restores the focus after the player closes: to the pressed element, else the item's card, else the page's content.
 * Waits for the pressed element unless the user moves on.
 */
export function returnFocus(itemId: string): void {
  const pressed = originElement()
  const next = pressed ?? cardOf(itemId)?.querySelector<HTMLElement>('a, button') ?? contentOf()
  next?.focus({ preventScroll: true })
  if (pressed) return forgetOrigin()
  const redrawn = new MutationObserver(() => {
    const { activeElement } = document
    if (activeElement !== document.body && activeElement !== next && activeElement !== contentOf()) return stop()
    const element = originElement()
    if (!element) return
    stop()
    element.focus({ preventScroll: true })
  })
  const timer = setTimeout(() => stop(), redrawMs)
  const stop = () => {
    clearTimeout(timer)
    redrawn.disconnect()
    forgetOrigin()
  }
  redrawn.observe(document.body, { subtree: true, childList: true })
}
