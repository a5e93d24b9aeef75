import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'

/** The place of an entry among the pages of this visit, as the router counts them. */
const placeOf = (state: unknown) => (state as { __TSR_index?: number } | null)?.__TSR_index

/**
 * Back closes what lies on top of the page before it leaves the page, also where nothing comes before it but another site. While
 * something is open, an entry of its own stands in the browser's history: the page's, once more. The router is to know nothing
 * of it, so this comes before the router is made.
 */
export function letBackClose(): void {
  const { history } = window
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  let entry: 'none' | 'held' | 'leaving' = 'none'
  let held: number | undefined
  /** What is to be done to the page's own entry once that is the current one. */
  const later: (() => void)[] = []

  const top = () => dialogs.get().findLast(({ open }) => open)
  const isOpen = () => menus.get() !== null || top() !== undefined
  const hold = () => {
    if (entry !== 'none') return
    held = placeOf(history.state)
    push(history.state, '')
    entry = 'held'
  }
  const release = () => {
    if (entry !== 'held' || isOpen()) return
    entry = 'leaving'
    history.go(-1)
  }
  // What closes something may lead elsewhere in the same breath: that then takes the place of the entry.
  const follow = () => (isOpen() ? hold() : setTimeout(release))
  dialogs.subscribe(() => void follow())
  menus.subscribe(() => void follow())

  history.pushState = (...page) => {
    if (entry === 'leaving') later.push(() => push(...page))
    else if (entry === 'none') push(...page)
    else {
      entry = 'none'
      later.length = 0
      replace(...page)
    }
  }
  history.replaceState = (...page) => {
    if (entry !== 'none') later.push(() => replace(...page))
    if (entry !== 'leaving') replace(...page)
  }

  window.addEventListener('popstate', (event) => {
    if (entry === 'none') return
    const pressed = entry === 'held'
    const changes = later.splice(0)
    entry = 'none'
    // Several steps at once: that is the router's.
    if (placeOf(event.state) !== held) return
    event.stopImmediatePropagation()
    for (const change of changes) change()
    if (pressed && menus.get()) menus.set(null)
    else if (pressed) top()?.dismiss()
    // A question has come instead, or something lay below.
    if (isOpen()) hold()
  })
}
