import { cardOf } from './motion.ts'
import { forgetOrigin, originElement } from './origin.ts'

/** ms in which the screen below may be drawn anew, and with it what was pressed. */
const redrawMs = 2000

const contentOf = () => document.getElementById('content')

/**
 * The player is no longer over the page: the focus goes to what was pressed, else to the item's card, else to the page's content.
 * What was pressed is waited for as long as nobody has gone on elsewhere.
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
