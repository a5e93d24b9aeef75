/** State stored in a history entry: texts by name. Survives a reload. */
export type EntryState = Readonly<Record<string, string>>

export interface Page {
  /** Path, query and fragment, as in the address bar. */
  readonly href: string
  readonly path: string
  /** With its `?`; empty without a query. */
  readonly search: string
  /** With its `#`; empty without a fragment. */
  readonly hash: string
  /** Index of the page's entry in this tab's history, from the first page of the visit. */
  readonly index: number
  readonly state: EntryState
}

/** Overlays on a page: dialogs, menus. Back closes them before leaving the page. */
export interface Overlay {
  isOpen: () => boolean
  /** Handles Back: closes the topmost overlay, or asks first. */
  dismiss: () => void
}

export interface NavigateOptions {
  /** The state to store in the new entry. */
  state?: EntryState | undefined
  /** False: leaves pages with a leave guard without asking. */
  ask?: boolean | undefined
}

/** The parts of `window` that the history needs. */
export interface HistoryWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  location: Pick<Location, 'pathname' | 'search' | 'hash'>
  addEventListener: (type: 'popstate', listener: () => void) => void
}

/** `history.state` as we write it. */
interface Entry {
  index: number
  /** Whether this is the extra entry above a page's own entry. Back removes it when it closes an overlay. */
  overlay: boolean
  state: EntryState
}

const splitHref = (href: string) => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  return { path, search, hash }
}

const runIfAllowed = async (guard: () => Promise<boolean>, act: () => void) => {
  if (await guard()) act()
}

/**
 * Manages the pages of a visit in the browser's history. Each entry stores its index, so the length of a jump is known. While an overlay is
 * open, an extra entry is above the page's own entry. Back then reaches the page's own entry and closes the overlay, even on the first page
 * of a visit. A page with unsaved changes asks before any navigation away from it.
 */
export function createHistory({ history, location, addEventListener }: HistoryWindow) {
  const hrefHere = () => location.pathname + location.search + location.hash
  const currentEntry = () => {
    const entry = history.state as Partial<Entry> | null
    return typeof entry?.index === 'number' ? { state: {}, ...entry, index: entry.index, overlay: entry.overlay === true } : undefined
  }
  const pageAt = (href: string, index: number, state: EntryState = {}): Page => ({ href, ...splitHref(href), index, state })

  const listeners = new Set<(page: Page, previous: Page) => void>()
  /** Leave guards. The last one added is the one that asks. */
  const guards: (() => Promise<boolean>)[] = []
  let overlay: Overlay = { isOpen: () => false, dismiss: () => {} }
  /** The current entry: the page, its overlay, or a navigation in flight. */
  let entryKind: 'page' | 'overlay' | 'navigating' = 'page'
  /** Work that waits until the current navigation has arrived. */
  const queue: (() => void)[] = []
  /** Runs when a navigation that we started arrives. Undefined: the browser navigated, and its entry is a page to show. */
  let arrivalHandler: { index: number; act: () => void } | undefined
  /** Whether the user has already confirmed the next back or forward step. */
  let isLeaveConfirmed = false

  const first = currentEntry()
  let position = first?.index ?? 0
  let page = pageAt(hrefHere(), first?.overlay ? position - 1 : position, first?.state)
  /** Whether the page's address changed while its overlay entry was current, so that the page's own entry has the old address. */
  let isEntryStale = first?.overlay === true

  const entryOf = ({ index, state }: Page, isOverlay = false): Entry => ({ index, overlay: isOverlay, state })
  const leavesPage = (next: Page) => next.path !== page.path || next.search !== page.search
  const guardFor = (next: Page, ask = true) => (ask && leavesPage(next) ? guards.at(-1) : undefined)
  const show = (next: Page) => {
    const previous = page
    page = next
    for (const listener of listeners) listener(next, previous)
  }
  /** Runs now, or when the current navigation has arrived. */
  const run = (act: () => void) => void (entryKind === 'navigating' ? queue.push(act) : act())
  const travel = (index: number, arrival?: typeof arrivalHandler) => {
    // `history.go(0)` would reload the page.
    if (index === position) return arrival?.act()
    entryKind = 'navigating'
    arrivalHandler = arrival
    history.go(index - position)
  }
  /** Returns the browser to the page's own entry. */
  const returnToPage = (act: () => void = () => {}) => travel(page.index, { index: page.index, act })

  const writeEntry = () => {
    if (isEntryStale) history.replaceState(entryOf(page), '', page.href)
    isEntryStale = false
  }
  const pushOverlayEntry = () => {
    if (entryKind !== 'page' || !overlay.isOpen()) return
    position = page.index + 1
    history.pushState(entryOf({ ...page, index: position }, true), '', page.href)
    entryKind = 'overlay'
  }
  const dropOverlayEntry = () => {
    if (entryKind === 'overlay' && !overlay.isOpen()) returnToPage()
  }

  /** Handles a navigation by the browser. If the user must confirm it, goes back first. */
  const arriveAt = (next: Page) => {
    const guard = isLeaveConfirmed ? undefined : guardFor(next)
    isLeaveConfirmed = false
    if (!guard) return show(next)
    const proceed = () => {
      isLeaveConfirmed = true
      travel(next.index)
    }
    returnToPage(() => void runIfAllowed(guard, () => run(proceed)))
  }

  addEventListener('popstate', () => {
    const previousKind = entryKind
    const arrival = arrivalHandler
    const entry = currentEntry()
    // An entry without our state comes from a fragment link, which either added an entry or replaced the current one.
    if (entry) position = entry.index
    else if (hrefHere() !== page.href) position += 1
    entryKind = 'page'
    arrivalHandler = undefined
    if (previousKind !== 'page' && position === page.index) {
      writeEntry()
      if (previousKind === 'overlay') overlay.dismiss()
      else if (arrival?.index === position) arrival.act()
      // The guard opened a confirmation, or another overlay is still open.
      pushOverlayEntry()
    } else if (entry?.overlay && position !== page.index + 1) travel(position - 1)
    else if (entry?.overlay) returnToPage()
    else {
      const next = pageAt(hrefHere(), position, entry?.state)
      if (!entry) history.replaceState(entryOf(next), '', next.href)
      arriveAt(next)
    }
    if (previousKind === 'navigating') for (const act of queue.splice(0)) run(act)
  })
  if (first?.overlay) returnToPage()
  else if (!first) history.replaceState(entryOf(page), '', page.href)

  const navigate = (kind: 'push' | 'replace', href: string, { state = {}, ask = true }: NavigateOptions = {}): void =>
    run(() => {
      // A link to the current page adds no entry.
      const isPush = kind === 'push' && href !== page.href
      const next = pageAt(href, isPush ? page.index + 1 : page.index, state)
      const guard = guardFor(next, ask)
      if (guard) return void runIfAllowed(guard, () => navigate(kind, href, { state, ask: false }))
      // A new page replaces the overlay entry.
      if (!isPush) {
        history.replaceState(entryOf({ ...next, index: position }, entryKind === 'overlay'), '', href)
        isEntryStale = entryKind === 'overlay'
      } else {
        if (entryKind === 'overlay') history.replaceState(entryOf(next), '', href)
        else history.pushState(entryOf(next), '', href)
        position = next.index
        entryKind = 'page'
        isEntryStale = false
      }
      show(next)
    })

  return {
    get: () => page,
    /** Subscribes to address changes, before anything renders. @returns an unsubscribe function */
    subscribe: (listener: (page: Page, previous: Page) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    push: (href: string, options?: NavigateOptions) => navigate('push', href, options),
    replace: (href: string, options?: NavigateOptions) => navigate('replace', href, options),
    /** Goes back one page. */
    back: () => run(() => travel(page.index - 1)),
    /** Runs after a closed overlay's entry is removed. */
    whenSettled: (act: () => void): void => void setTimeout(() => run(act)),
    /** Adds a leave guard. @returns a function that removes it */
    guard: (mayLeave: () => Promise<boolean>): (() => void) => {
      const guard = () => mayLeave()
      guards.push(guard)
      return () => void (guards.includes(guard) && guards.splice(guards.indexOf(guard), 1))
    },
    /** Makes Back close overlays. @returns a function to call whenever an overlay opens or closes */
    closeOnBack: (newOverlay: Overlay): (() => void) => {
      overlay = newOverlay
      // A close handler may navigate immediately. The new page then replaces the overlay entry.
      return () => (overlay.isOpen() ? run(pushOverlayEntry) : void setTimeout(() => run(dropOverlayEntry)))
    },
  }
}

export type PageHistory = ReturnType<typeof createHistory>
