import { announce } from '#ui/toasts.ts'
import { dialogs } from '#ui/dialogs.ts'
import { dragging } from '#ui/drag/surface.ts'
import { isApple, matchesKeys } from '#ui/keys.ts'
import { menus } from '#ui/menus.ts'
import { pageHistory } from '#shell/navigation.ts'
import { endSelection, extendSelection, type Selection, selection, toggleSubject, addToSelection } from '#shell/selection.ts'
import { t } from '../texts.ts'
import { selectablesOnScreen, selectablesInRow, selectableAt } from './selectable.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
const isMenuOrDialogOpen = () => menus.get() !== null || dialogs.get().some(({ open }) => open)
const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

function stopEvent(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Selects on a click with Ctrl or ⌘, and on any click if something is selected already. Shift selects the range. */
function onClick(event: MouseEvent): void {
  const subject = selectableAt(elementOf(event))
  if (!subject) return
  const now = selection.get()
  const adds = isApple ? event.metaKey : event.ctrlKey
  if (!adds && !event.shiftKey && now?.subjects[0]?.type !== subject.type) return
  stopEvent(event)
  selection.set(event.shiftKey ? extendSelection(now, selectablesOnScreen(subject), subject) : toggleSubject(now, subject))
}

function onKeyDown(event: KeyboardEvent): void {
  const now = selection.get()
  if (!now || event.defaultPrevented || event.isComposing || isTyping(event.target) || isMenuOrDialogOpen() || dragging.get()) return
  if (event.key === 'Escape') {
    stopEvent(event)
    endSelection()
    return
  }
  const subject = selectableAt(document.activeElement)
  if (!subject) return
  if (matchesKeys(' ', event)) {
    stopEvent(event)
    selection.set(toggleSubject(now, subject))
  } else if (matchesKeys('Mod+a', event)) {
    stopEvent(event)
    selection.set(addToSelection(now, selectablesInRow(subject)))
  } else if (event.shiftKey && arrows.includes(event.key)) extendByKey(event)
}

/** Moves the focus by the arrow key, and extends the selection to it. */
function extendByKey(event: KeyboardEvent): void {
  stopEvent(event)
  const from = document.activeElement
  from?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
  const next = document.activeElement === from ? undefined : selectableAt(document.activeElement)
  if (next) selection.set((now) => extendSelection(now, selectablesOnScreen(next), next))
}

/** Returns a key of the page. A selection ends on another page. */
const placeOf = (href: string): string => {
  const { pathname, searchParams } = new URL(href, location.origin)
  return [pathname, searchParams.get('playlist'), searchParams.get('playlist-group'), searchParams.get('archive')].join(' ')
}

/** Makes the mouse and the keyboard select. @returns a function that stops it and clears the selection */
export function enableSelection(): () => void {
  const listening = new AbortController()
  // Listens in the capture phase, to run before other handlers.
  const options = { capture: true, signal: listening.signal }
  document.addEventListener('click', onClick, options)
  document.addEventListener('keydown', onKeyDown, options)
  const stopFollowing = pageHistory.subscribe((page, previous) => {
    if (placeOf(page.href) !== placeOf(previous.href)) endSelection()
  })
  let announced: Selection | undefined
  const unsubscribe = selection.subscribe(() => {
    const now = selection.get()
    // Announces only a changed selection: after a refetch, the same announcement would interrupt the current one.
    if (now?.subjects.length === announced?.subjects.length && now?.anchor === announced?.anchor) return
    announced = now
    document.documentElement.toggleAttribute('data-selecting', now !== undefined)
    announce(now ? t('select.count', { count: now.subjects.length }) : t('select.ended'))
  })
  return () => {
    listening.abort()
    stopFollowing()
    endSelection()
    unsubscribe()
  }
}
