/** What is kept with an entry of the browser's history: texts by name. A reload finds it again. */
export type EntryState = Readonly<Record<string, string>>

export interface Page {
  /** Path, query and fragment, as in the address bar. */
  readonly href: string
  readonly path: string
  /** With its `?`; empty without a query. */
  readonly search: string
  /** With its `#`; empty without a fragment. */
  readonly hash: string
  /** The place of its entry in the history of this tab, counted from the first page of the visit. */
  readonly index: number
  readonly state: EntryState
}

/** What lies on top of a page: dialogs, menus. Back closes it before it leaves the page. */
export interface Overlay {
  isOpen: () => boolean
  /** Back was pressed: closes what is on top, or asks whether it may. */
  dismiss: () => void
}

export interface NavigateOptions {
  /** Kept with the new entry. */
  state?: EntryState | undefined
  /** false: leaves also what is guarded, without a question. */
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
  /** The extra entry above a page's own that Back takes away when it closes what lies over the page. */
  overlay: boolean
  state: EntryState
}

const splitHref = (href: string) => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  return { path, search, hash }
}

const whenAllowed = async (guard: () => Promise<boolean>, act: () => void) => {
  if (await guard()) act()
}

/**
 * The pages of a visit, over the browser's history: every entry carries its index, so that one knows how far a step leads.
 * While something is open over a page, an entry of its own stands above the page's: Back reaches the page's own entry, and closes
 * what is open, also on the first page of a visit. Pages with unsaved changes ask before they are left, whichever way.
 */
export function createHistory({ history, location, addEventListener }: HistoryWindow) {
  const hrefHere = () => location.pathname + location.search + location.hash
  const entryHere = () => {
    const entry = history.state as Partial<Entry> | null
    return typeof entry?.index === 'number' ? { state: {}, ...entry, index: entry.index, overlay: entry.overlay === true } : undefined
  }
  const pageAt = (href: string, index: number, state: EntryState = {}): Page => ({ href, ...splitHref(href), index, state })

  const listeners = new Set<(page: Page, previous: Page) => void>()
  /** What asks before a page is left: the last one that came. */
  const guards: (() => Promise<boolean>)[] = []
  let overlay: Overlay = { isOpen: () => false, dismiss: () => {} }
  /** Where the browser is: at the page's own entry, at the one above it, or on a way that we sent it. */
  let where: 'page' | 'overlay' | 'under way' = 'page'
  /** What was asked for under way. */
  const waiting: (() => void)[] = []
  /** What to do on arrival from such a way; without it the entry is a page to show. */
  let onArrival: { index: number; act: () => void } | undefined
  /** The next step back or forward has been asked about. */
  let isAgreed = false

  const first = entryHere()
  let position = first?.index ?? 0
  let page = pageAt(hrefHere(), first?.overlay ? position - 1 : position, first?.state)
  /** The page has got another address while the entry above its own was current. */
  let isEntryStale = first?.overlay === true

  const entryOf = ({ index, state }: Page, isOverlay = false): Entry => ({ index, overlay: isOverlay, state })
  const leaves = (next: Page) => next.path !== page.path || next.search !== page.search
  const asks = (next: Page, ask = true) => (ask && leaves(next) ? guards.at(-1) : undefined)
  const show = (next: Page) => {
    const previous = page
    page = next
    for (const listener of listeners) listener(next, previous)
  }
  /** Now, or once the browser is where we sent it. */
  const run = (act: () => void) => void (where === 'under way' ? waiting.push(act) : act())
  const travel = (index: number, arrival?: typeof onArrival) => {
    // A way of no steps would load the page anew.
    if (index === position) return arrival?.act()
    where = 'under way'
    onArrival = arrival
    history.go(index - position)
  }
  /** Takes the browser back to the page's own entry. */
  const returnToPage = (act: () => void = () => {}) => travel(page.index, { index: page.index, act })

  const writeEntry = () => {
    if (isEntryStale) history.replaceState(entryOf(page), '', page.href)
    isEntryStale = false
  }
  const hold = () => {
    if (where !== 'page' || !overlay.isOpen()) return
    position = page.index + 1
    history.pushState(entryOf({ ...page, index: position }, true), '', page.href)
    where = 'overlay'
  }
  const release = () => {
    if (where === 'overlay' && !overlay.isOpen()) returnToPage()
  }

  /** The browser has come to another page by itself; where that has to be asked about, it is taken back first. */
  const arriveAt = (next: Page) => {
    const guard = isAgreed ? undefined : asks(next)
    isAgreed = false
    if (!guard) return show(next)
    const goThere = () => {
      isAgreed = true
      travel(next.index)
    }
    returnToPage(() => void whenAllowed(guard, () => run(goThere)))
  }

  addEventListener('popstate', () => {
    const came = where
    const arrival = onArrival
    const entry = entryHere()
    // An entry that is not ours is a jump within the page (`#…`) that the browser made: one further, or in place of the same one.
    if (entry) position = entry.index
    else if (hrefHere() !== page.href) position += 1
    where = 'page'
    onArrival = undefined
    if (came !== 'page' && position === page.index) {
      writeEntry()
      if (came === 'overlay') overlay.dismiss()
      else if (arrival?.index === position) arrival.act()
      // A question has come instead, or something lay below.
      hold()
    } else if (entry?.overlay && position !== page.index + 1) travel(position - 1)
    else if (entry?.overlay) returnToPage()
    else {
      const next = pageAt(hrefHere(), position, entry?.state)
      if (!entry) history.replaceState(entryOf(next), '', next.href)
      arriveAt(next)
    }
    if (came === 'under way') for (const act of waiting.splice(0)) run(act)
  })
  if (first?.overlay) returnToPage()
  else if (!first) history.replaceState(entryOf(page), '', page.href)

  const navigate = (kind: 'push' | 'replace', href: string, { state = {}, ask = true }: NavigateOptions = {}): void =>
    run(() => {
      // A link to where one is leads nowhere: no entry twice.
      const isPush = kind === 'push' && href !== page.href
      const next = pageAt(href, isPush ? page.index + 1 : page.index, state)
      const guard = asks(next, ask)
      if (guard) return void whenAllowed(guard, () => navigate(kind, href, { state, ask: false }))
      // Over the entry above the page's own, a new page takes its place.
      if (!isPush) {
        history.replaceState(entryOf({ ...next, index: position }, where === 'overlay'), '', href)
        isEntryStale = where === 'overlay'
      } else {
        if (where === 'overlay') history.replaceState(entryOf(next), '', href)
        else history.pushState(entryOf(next), '', href)
        position = next.index
        where = 'page'
        isEntryStale = false
      }
      show(next)
    })

  return {
    get: () => page,
    /** Hears of every change of the address, before anything of it is shown. @returns stops that */
    subscribe: (listener: (page: Page, previous: Page) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    push: (href: string, options?: NavigateOptions) => navigate('push', href, options),
    replace: (href: string, options?: NavigateOptions) => navigate('replace', href, options),
    /** Goes one page back. */
    back: () => run(() => travel(page.index - 1)),
    /** Does something once what has just been closed over the page has taken its entry with it. */
    whenSettled: (act: () => void): void => void setTimeout(() => run(act)),
    /** Asks before the page is left, until that is taken back by what it returns. */
    guard: (mayLeave: () => Promise<boolean>): (() => void) => {
      const guard = () => mayLeave()
      guards.push(guard)
      return () => void (guards.includes(guard) && guards.splice(guards.indexOf(guard), 1))
    },
    /** Has Back close what lies over the page. @returns to be called whenever something has opened or closed */
    closeOnBack: (lies: Overlay): (() => void) => {
      overlay = lies
      // What closes something may lead elsewhere at once: that page then takes the place of the entry.
      return () => (overlay.isOpen() ? run(hold) : void setTimeout(() => run(release)))
    },
  }
}

export type PageHistory = ReturnType<typeof createHistory>
