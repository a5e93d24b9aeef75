import { animateAppearance } from './appearance.ts'
import { dialogs } from './dialogs.ts'
import { offers, overlays, stops } from './drag/elements.ts'

/*
 * Keeps the focus on the page. When the focused element disappears, its nearest neighbour gets the focus. A toast's action, such as Undo,
 * is the next stop of the Tab key. The code loads when something is first focused.
 */

/** Dialogs and menus, which return the focus to the page. */
const dialogRoles = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const isToastHost = (element: Element) => overlays.get(element)?.value === 'toasts'
const toastsAround = (element: Element) => {
  const overlay = overlays.closest(element)
  return overlay?.value === 'toasts' ? overlay.element : undefined
}
const isInOverlay = (element: Element) => element.closest(dialogRoles) !== null || toastsAround(element) !== undefined
/** Fields don't get the focus on touch devices, where a keyboard would open. */
const focusableFields = window.matchMedia('(hover: none)').matches ? '' : ', input:not(:disabled), select, textarea'
const focusable = `a[href], button:not(:disabled), [tabindex="0"]${focusableFields}`

/** A focused element, with its neighbours in case it disappears. */
interface FocusPlace {
  element: HTMLElement
  href: string
  /** Ancestors of the element, up to the part of the screen or the overlay, each with its siblings. */
  levels: { parent: Element; next: Element | null; previous: Element | null }[]
}

const placeOf = (element: HTMLElement): FocusPlace => {
  const levels: FocusPlace['levels'] = []
  const isEnd = (current: Element) => current.matches(`header, nav, main, ${dialogRoles}`) || isToastHost(current)
  for (let current: Element = element; current.parentElement && !isEnd(current); current = current.parentElement)
    levels.push({ parent: current.parentElement, next: current.nextElementSibling, previous: current.previousElementSibling })
  return { element, href: location.href, levels }
}

/** Returns the first focusable element in an element. In a card, that is the card's stop. */
function firstFocusableIn(element: Element | null): HTMLElement | null {
  if (!element?.isConnected) return null
  if (element instanceof HTMLElement && (stops.get(element) || element.matches(focusable))) return element
  return stops.in(element)[0]?.element ?? element.querySelector<HTMLElement>(focusable)
}

const contentElement = () => document.getElementById('content')

/** Returns the element to focus after one disappeared: the same one at its new place, a neighbour, or the content of a new page. */
function findNearestFocusable({ element, href, levels }: FocusPlace): HTMLElement | null {
  if (element.isConnected) return element
  if (href !== location.href) return contentElement()
  for (const { parent, next, previous } of levels) {
    if (!parent.isConnected) continue
    const result = firstFocusableIn(next) ?? firstFocusableIn(previous) ?? (parent.matches('main') ? null : firstFocusableIn(parent))
    if (result) return result
  }
  return contentElement()
}

/** The last focused element, and the last focused element outside of dialogs. */
let last: FocusPlace | undefined
let onPage: FocusPlace | undefined

/** Returns true if no element has the focus, or only the dialog that contained the focused element. */
function isFocusLost({ levels }: FocusPlace): boolean {
  const focused = document.activeElement
  return (
    focused === document.body || (focused?.matches('[role="dialog"]') === true && levels.some(({ parent }) => focused.contains(parent)))
  )
}

function restoreFocus(): void {
  if (!last || !isFocusLost(last)) return
  const isIn = last.element.isConnected || last.levels.some(({ parent }) => parent.isConnected && isInOverlay(parent))
  const place = last === onPage || (isIn && !wasInToast(last)) ? last : onPage
  if (!place) return
  const nearest = findNearestFocusable(place)
  if (nearest && nearest !== place.element) substitute = { nearest, lost: place }
  focusElement(nearest)
}

/** The element that got the focus instead of one that disappeared. */
let substitute: { nearest: HTMLElement; lost: FocusPlace } | undefined

/** True while this code moves the focus, and not the user. */
let isRestoringFocus = false

function focusElement(element: HTMLElement | null): void {
  isRestoringFocus = true
  element?.focus({ preventScroll: true })
  isRestoringFocus = false
}

const wasInToast = ({ levels }: FocusPlace) => levels.some(({ parent }) => isToastHost(parent))

/** Returns the new element of a link that a change has moved to another list, or that Undo has restored. React renders both again. */
function findLinkAgain({ element, href }: FocusPlace, changes: readonly MutationRecord[]): HTMLElement | undefined {
  const target = element.getAttribute('href')
  if (target === null || href !== location.href) return undefined
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
  return added
    .flatMap((node) => [...(node.matches('a') ? [node] : []), ...node.querySelectorAll('a')] as HTMLElement[])
    .find((link) => link.isConnected && link.getAttribute('href') === target)
}

/** Moves the focus if the focused element was removed or moved. */
function moveFocusAfterChanges(changes: readonly MutationRecord[]): void {
  if (!last) return
  const { element } = last
  const isMoved = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node === element || node.contains(element)))
  // Waits, because the code that removed the element may itself focus another one.
  if (!element.isConnected || isMoved) setTimeout(restoreFocus)
  for (const place of new Set([last, onPage])) {
    if (!place) continue
    const current = place.element.isConnected ? place.element : findLinkAgain(place, changes)
    if (current) Object.assign(place, { element: current, levels: placeOf(current).levels })
  }
  const restored = substitute && onPage?.element === substitute.nearest ? findLinkAgain(substitute.lost, changes) : undefined
  if (!restored) return
  onPage = placeOf(restored)
  if (document.activeElement === substitute?.nearest) focusElement(restored)
}

function rememberFocus({ target }: Pick<Event, 'target'>): void {
  if (!(target instanceof HTMLElement) || target === document.body) return
  // If the dialog got the focus because a focused child was removed, remembers the child.
  if (last && !last.element.isConnected && target.matches('[role="dialog"]') && last.levels.some(({ parent }) => target.contains(parent)))
    return
  last = placeOf(target)
  if (isInOverlay(target)) return
  // When the user moves the focus, toast actions count as left, and a restored link doesn't get the focus any more. A new screen or a closed
  // dialog moves the focus too, which doesn't count.
  if (!isRestoringFocus && target !== onPage?.element && target !== contentElement()) {
    substitute = undefined
    for (const { element } of offers.in()) skippedToastActions.add(element)
  }
  onPage = last
}

/** Toast actions that Tab skips, because the user has already visited or left them. */
const skippedToastActions = new WeakSet<Element>()

/** Lets the Tab key go to a toast's action and back, while the focus is where it was when the toast appeared. */
function tabToToast(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  const focused = document.activeElement
  const toasts = focused && toastsAround(focused)
  if (toasts) {
    const buttons = [...toasts.querySelectorAll<HTMLElement>('button')]
    const isLeaving = focused === (event.shiftKey ? buttons[0] : buttons.at(-1))
    if (!isLeaving || !onPage?.element.isConnected) return
    event.preventDefault()
    focusElement(onPage.element)
    return
  }
  if (event.shiftKey || (focused && isInOverlay(focused))) return
  const offer = offers.in().findLast(({ element }) => !skippedToastActions.has(element))?.element
  if (!offer) return
  event.preventDefault()
  skippedToastActions.add(offer)
  focusElement(offer)
}

/** Waits this long for an element to focus, in ms. */
const waitMs = 3000

/** Focuses an element, such as a new item, when it exists and all dialogs are closed. */
export function focusOn(find: () => HTMLElement | null | undefined): void {
  const until = Date.now() + waitMs
  const tryFocus = () => {
    const result = dialogs.get().length === 0 ? find() : undefined
    if (result) {
      // Focuses a moved element again, so that its row updates the stop of the Tab key.
      if (result === document.activeElement) result.blur()
      focusElement(result)
      // Doesn't scroll to a whole screen, which starts at its top.
      if (result !== contentElement()) result.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (Date.now() < until) setTimeout(tryFocus, 50)
  }
  tryFocus()
}

/**
 * Call once.
 * @param first the element that got the first focus of the visit; it may no longer exist
 * @param href the page's address when it got the focus
 */
export function keepFocus(first: EventTarget | null, href: string): void {
  animateAppearance()
  const isGone = first instanceof HTMLElement && !first.isConnected && document.activeElement === document.body
  if (isGone) focusElement(contentElement())
  rememberFocus({ target: document.activeElement })
  if (last?.element === first) last.href = href
  document.addEventListener('focusin', rememberFocus)
  document.addEventListener('keydown', tabToToast)
  new MutationObserver(moveFocusAfterChanges).observe(document.body, { childList: true, subtree: true })
}
