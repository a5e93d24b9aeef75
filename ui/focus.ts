import { dialogs } from './dialogs.ts'

/*
 * The focus never falls back to the page as a whole. When what has it goes, the nearest neighbour gets it; when a toast offers
 * something (undo, log in), that is the next stop of the Tab key. The code comes with the first focus of a visit.
 */

/** What lies over a page: what has the focus there gives it back to the page. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-toasts]'
/** Fields only where there is a pointer that hovers: elsewhere a keyboard would come up over the page. */
const fields = window.matchMedia('(hover: none)').matches ? '' : ', input:not(:disabled), select, textarea'
const focusable = `a[href], button:not(:disabled), [tabindex="0"]${fields}`

/** An element that had the focus, and how to find its neighbours once it has gone. */
interface Place {
  element: HTMLElement
  href: string
  /** From the element itself outwards, up to the part of the screen or to what it lies in. */
  levels: { parent: Element; next: Element | null; previous: Element | null }[]
}

const placeOf = (element: HTMLElement): Place => {
  const levels: Place['levels'] = []
  for (let at: Element = element; at.parentElement && !at.matches(`header, nav, main, ${overlays}`); at = at.parentElement)
    levels.push({ parent: at.parentElement, next: at.nextElementSibling, previous: at.previousElementSibling })
  return { element, href: location.href, levels }
}

/** The first thing in an element that can have the focus: of a card the card itself. */
function firstIn(element: Element | null): HTMLElement | null {
  if (!element?.isConnected) return null
  const own = `[data-stop], ${focusable}`
  if (element instanceof HTMLElement && element.matches(own)) return element
  return element.querySelector<HTMLElement>('[data-stop]') ?? element.querySelector<HTMLElement>(focusable)
}

const content = () => document.getElementById('content')

/** Where one goes on when an element has gone: it may have been moved; else its neighbour; on another page, the content. */
function nearest({ element, href, levels }: Place): HTMLElement | null {
  if (element.isConnected) return element
  if (href !== location.href) return content()
  for (const { parent, next, previous } of levels) {
    if (!parent.isConnected) continue
    const found = firstIn(next) ?? firstIn(previous) ?? (parent.matches('main') ? null : firstIn(parent))
    if (found) return found
  }
  return content()
}

/** What had the focus last, and what had it last on the page itself. */
let last: Place | undefined
let onPage: Place | undefined

/** Is the focus ours to give: has nothing got it, or only the dialog as a whole in which it was? */
function isFree({ levels }: Place): boolean {
  const at = document.activeElement
  return at === document.body || (at?.matches('[role="dialog"]') === true && levels.some(({ parent }) => at.contains(parent)))
}

function restore(): void {
  if (!last || !isFree(last)) return
  const isIn = last.element.isConnected || last.levels.some(({ parent }) => parent.isConnected && parent.closest(overlays))
  const place = last === onPage || (isIn && !isInToast(last)) ? last : onPage
  if (place) give(nearest(place))
}

/** The focus is moved by us, and not by the person. */
let isGiving = false

function give(element: HTMLElement | null): void {
  isGiving = true
  element?.focus({ preventScroll: true })
  isGiving = false
}

const isInToast = ({ levels }: Place) => levels.some(({ parent }) => parent.matches('[data-toasts]'))

/** Has something gone, or been moved, that had the focus? */
function follow(changes: readonly MutationRecord[]): void {
  if (!last) return
  const { element } = last
  const isMoved = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node === element || node.contains(element)))
  // Whoever takes it away may give it to something else right after that.
  if (!element.isConnected || isMoved) setTimeout(restore)
  for (const place of new Set([last, onPage]))
    if (place?.element.isConnected) Object.assign(place, { levels: placeOf(place.element).levels })
}

function note({ target }: Pick<Event, 'target'>): void {
  if (!(target instanceof HTMLElement) || target === document.body) return
  // The dialog has taken the focus of something in it that went: that is where one was.
  if (last && !last.element.isConnected && target.matches('[role="dialog"]') && last.levels.some(({ parent }) => target.contains(parent)))
    return
  last = placeOf(target)
  if (target.closest(overlays)) return
  // A screen that begins, and a dialog that gives the focus back, are no steps of the person's.
  if (!isGiving && target !== onPage?.element && target !== content()) for (const offer of offers()) passed.add(offer)
  onPage = last
}

const offers = () => document.querySelectorAll<HTMLElement>('[data-toasts] [data-offer]')
/** What toasts offer that Tab has been to, or that the person has gone on from. */
const passed = new WeakSet<Element>()

/** Tab goes to what a toast offers as long as one is where one was then, and from there back. */
function tabToToast(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  const at = document.activeElement
  const isInToasts = at?.closest('[data-toasts]')
  if (isInToasts) {
    const buttons = [...isInToasts.querySelectorAll<HTMLElement>('button')]
    const isLeaving = at === (event.shiftKey ? buttons[0] : buttons.at(-1))
    if (!isLeaving || !onPage?.element.isConnected) return
    event.preventDefault()
    give(onPage.element)
    return
  }
  if (event.shiftKey || at?.closest(overlays)) return
  const offer = [...offers()].findLast((button) => !passed.has(button))
  if (!offer) return
  event.preventDefault()
  passed.add(offer)
  give(offer)
}

/** How long something is waited for that is to get the focus, in ms. */
const waitMs = 3000

/** Gives the focus to what a selector or a function finds, once that is there and the dialogs have gone: what somebody has just made. */
export function focusOn(sought: string | (() => HTMLElement | undefined)): void {
  const find = () => (typeof sought === 'string' ? document.querySelector<HTMLElement>(sought) : sought())
  const until = Date.now() + waitMs
  const look = () => {
    const found = dialogs.get().length === 0 ? find() : undefined
    if (found) {
      // What has it already and was moved gets it anew: a row has to hear where its one stop of the Tab key is now.
      if (found === document.activeElement) found.blur()
      give(found)
      // A screen as a whole begins at its top.
      if (found !== content()) found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (Date.now() < until) setTimeout(look, 50)
  }
  look()
}

/** To be called once. @param first what got the first focus of the visit: it may have gone again before this code came */
export function keepFocus(first: EventTarget | null): void {
  const isGone = first instanceof HTMLElement && !first.isConnected && document.activeElement === document.body
  if (isGone) give(content())
  note({ target: document.activeElement })
  document.addEventListener('focusin', note)
  document.addEventListener('keydown', tabToToast)
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true })
}
