import type { ComponentType } from 'react'
import { createStore } from '#ui/store.ts'
import type { Page, PageHistory } from './history.ts'
import { type Match, matchRoute, type Route } from './routes.ts'

/** The rendered page: a screen with its parameters, or a load error. */
export interface ShownScreen extends Match {
  page: Page
  Screen?: ComponentType | undefined
  error?: unknown
}

/** A page, and the path of its route. */
export interface PendingScreen {
  page: Page
  path: string
}

/**
 * Matches each address to a screen, loads its code, then shows it; the previous screen stays until then.
 * @param base prefix of every address, such as `/en`
 * @param notFound the screen for unknown addresses
 */
export function createRouter(history: PageHistory, base: string, routes: readonly Route[], notFound: Route) {
  const shown = createStore<ShownScreen | undefined>(undefined)
  const coming = createStore<PendingScreen | undefined>(undefined)
  const matchOf = ({ path, search }: Pick<Page, 'path' | 'search'>): Match =>
    (path === base || path.startsWith(`${base}/`) ? matchRoute(routes, path.slice(base.length), search) : undefined) ?? {
      route: notFound,
      props: {},
    }

  let latest = 0
  async function show(page: Page): Promise<void> {
    const turn = ++latest
    const match = matchOf(page)
    coming.set({ page, path: match.route.path })
    const setShown = (screen: Pick<ShownScreen, 'Screen' | 'error'>) => {
      // The user may have navigated again during the load.
      if (turn === latest) shown.set({ page, ...match, ...screen })
    }
    const Screen = match.route.loaded()
    // Loaded screens show immediately.
    if (Screen) return setShown({ Screen })
    try {
      setShown({ Screen: await match.route.load() })
    } catch (error) {
      setShown({ error })
    }
  }
  history.subscribe((page) => void show(page))

  return {
    shown,
    /** The page navigated to last, also while it loads. */
    coming,
    /** Shows the current address, or retries it. Resolves when its screen or a load error can be shown. */
    load: () => show(history.get()),
    /** Loads the code of an address's screen. @throws NotLoadedError */
    preload: async (href: string): Promise<void> => {
      const { pathname, search } = new URL(href, location.origin)
      await matchOf({ path: pathname, search }).route.load()
    },
  }
}

export type Router = ReturnType<typeof createRouter>
