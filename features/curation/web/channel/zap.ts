import { announce } from '#ui/toasts.ts'
import { t } from '../texts.ts'

/** px that a finger has to go sideways, and twice as far as up or down. */
const swipePx = 56
/** ms that the next channel has to be drawn in; it cross-fades then all the same. */
const drawMs = 300

/** What has arrow keys of its own: rows, fields, menus, dialogs, the player. */
const ownArrows =
  '[data-row], input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="region"], [role="radiogroup"], [role="tablist"]'

/** The channel beside the one that is shown. */
export interface Neighbour {
  id: string
  href: string
  name: string
}

interface Zapping {
  /** The channel to the right (1) or left (-1), if there is one: of the one that is on its way already, else of the one in the address. */
  find: (by: 1 | -1, from: string | undefined) => Neighbour | undefined
  /** Puts an address in place of the one that is shown. */
  replace: (href: string) => void
}

/** Has the page change in a cross-fade, where the browser can and the person wants things to move. */
function crossFade(change: () => void, isDrawn: () => boolean): void {
  if (!('startViewTransition' in document) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  const transition = document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        // Nothing is painted meanwhile, so no frame tells when it is there.
        const drawn = new MutationObserver(() => isDrawn() && done())
        const timer = setTimeout(() => done(), drawMs)
        const done = () => {
          clearTimeout(timer)
          drawn.disconnect()
          resolve()
        }
        drawn.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-current'] })
        change()
      }),
  )
  // Another one has come in between: the page has changed all the same.
  for (const part of [transition.ready, transition.finished, transition.updateCallbackDone]) part.catch(() => {})
}

/** Does a finger come down on the head of the channel? In a cross-fade nothing of the page is under it but the document. */
function isOnHead(target: Element, { clientX, clientY }: Touch): boolean {
  if (target !== document.documentElement) return target.closest('[data-zap]') !== null
  const box = document.querySelector('[data-zap]')?.getBoundingClientRect()
  return box !== undefined && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}

/** @returns what each event of `zapEvents` on the document is given to, in the order in which they came */
export function zapper({ find, replace }: Zapping): (event: Event) => void {
  /** Where a cross-fade that has not begun yet leads: pressed once more by then, one goes on from there. */
  let coming: string | undefined
  let from: Touch | undefined
  let swiped = false

  const zap = (by: 1 | -1) => {
    const next = find(by, coming)
    if (!next) return false
    const { id, href, name } = next
    coming = id
    crossFade(
      () => {
        if (coming === id) coming = undefined
        replace(href)
      },
      () => document.querySelector('[data-item] [aria-current="page"]')?.getAttribute('href') === href,
    )
    announce(t('zap.now', { name }))
    return true
  }
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || !(target instanceof Element) || target.closest(ownArrows)) return
    // While a player or a dialog lies over the page, it is the one that is meant.
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    if (zap(key === 'ArrowRight' ? 1 : -1)) event.preventDefault()
  }
  /*
   * A finger is followed by its touches and not as a pointer: in a cross-fade the browser finds the document itself under it, takes the swipe
   * for one of its own and cancels the pointer.
   */
  const begin = ({ target, touches: [touch, second] }: TouchEvent) => {
    swiped = false
    from = touch && !second && target instanceof Element && isOnHead(target, touch) ? touch : undefined
    // What it came down on may go meanwhile, as the next channel is drawn: then nobody else hears of its end.
    if (from)
      target?.addEventListener('touchend', (event) => !event.composedPath().includes(document) && end(event as TouchEvent), { once: true })
  }
  const end = ({ changedTouches: [touch] }: TouchEvent) => {
    if (!from || !touch) return
    const [right, down] = [touch.clientX - from.clientX, touch.clientY - from.clientY]
    from = undefined
    if (Math.abs(right) >= swipePx && Math.abs(right) > 2 * Math.abs(down)) swiped = zap(right < 0 ? 1 : -1)
  }
  // The finger came down on a link perhaps: a swipe does not press it.
  const click = (event: Event) => {
    if (!swiped) return
    swiped = false
    event.preventDefault()
    event.stopPropagation()
  }
  return (event) => {
    if (event instanceof KeyboardEvent) press(event)
    else if (event.type === 'click') click(event)
    else if (event.type === 'touchstart') begin(event as TouchEvent)
    else if (event.type === 'touchend') end(event as TouchEvent)
    else from = undefined
  }
}
