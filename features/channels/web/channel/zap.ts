import { rows } from '#ui/drag/elements.ts'
import { announce } from '#ui/toasts.ts'
import { t } from '../texts.ts'
import { channelHeads } from './elements.ts'

/** Minimum length of a swipe, in px. The length must also be twice the vertical distance. */
const swipePx = 56

/** Elements, besides rows, that handle arrow keys: fields, menus, dialogs, the player. */
const arrowKeyHandlers =
  'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="region"], [role="radiogroup"], [role="tablist"]'

/** A neighbouring channel in the dial. */
interface Neighbour {
  href: string
  name: string
}

interface Zapping {
  /** Returns the neighbour of the channel in the address, to the right (1) or left (-1). */
  find: (step: 1 | -1) => Neighbour | undefined
  /** Replaces the current address. */
  replace: (href: string) => void
}

/** Whether the touch is on the channel's head. During a cross-fade, the target of touches is the document. */
function isTouchOnHead(target: Element, { clientX, clientY }: Touch): boolean {
  if (target !== document.documentElement) return channelHeads.closest(target) !== undefined
  const box = channelHeads.in()[0]?.element.getBoundingClientRect()
  return box !== undefined && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}

/** Creates a handler for `zapEvents`, which expects them in order. */
export function createChannelSwitcher({ find, replace }: Zapping): (event: Event) => void {
  let from: Touch | undefined
  let hasSwiped = false

  const zap = (step: 1 | -1) => {
    const next = find(step)
    if (!next) return false
    const { href, name } = next
    replace(href)
    announce(t('zap.now', { name }))
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || !(target instanceof Element)) return
    if (rows.closest(target) || target.closest(arrowKeyHandlers)) return
    // An open player or dialog handles the key.
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    if (zap(key === 'ArrowRight' ? 1 : -1)) event.preventDefault()
  }
  /*
   * Uses touch events instead of pointer events. During a cross-fade, the target of a touch is the document. The browser would treat the
   * swipe as its gesture and cancel the pointer.
   */
  const begin = ({ target, touches: [touch, second] }: TouchEvent) => {
    hasSwiped = false
    from = touch && !second && target instanceof Element && isTouchOnHead(target, touch) ? touch : undefined
    // If the next channel's rendering removes the touched element, `touchend` doesn't bubble to the document.
    if (from)
      target?.addEventListener('touchend', (event) => !event.composedPath().includes(document) && end(event as TouchEvent), { once: true })
  }
  const end = ({ changedTouches: [touch] }: TouchEvent) => {
    if (!from || !touch) return
    const [right, down] = [touch.clientX - from.clientX, touch.clientY - from.clientY]
    from = undefined
    if (Math.abs(right) >= swipePx && Math.abs(right) > 2 * Math.abs(down)) hasSwiped = zap(right < 0 ? 1 : -1)
  }
  // A swipe that started on a link must not open the link.
  const click = (event: Event) => {
    if (!hasSwiped) return
    hasSwiped = false
    event.preventDefault()
    event.stopPropagation()
  }
  return (event) => {
    if (event instanceof KeyboardEvent) onKeyDown(event)
    else if (event.type === 'click') click(event)
    else if (event.type === 'touchstart') begin(event as TouchEvent)
    else if (event.type === 'touchend') end(event as TouchEvent)
    else from = undefined
  }
}
