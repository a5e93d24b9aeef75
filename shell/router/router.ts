import type { ComponentType } from 'react'
import { createStore } from '#ui/store.ts'
import type { Page, PageHistory } from './history.ts'
import { type Match, matchRoute, type Route } from './routes.ts'

/** What stands on the page: a screen with what its address says, or why its code did not come. */
export interface Shown extends Match {
  page: Page
  Screen?: ComponentType | undefined
  error?: unknown
}

/**
 * Finds the screen at each address of the history, fetches its code, and shows it once that is there: the screen before stays until then.
 * @param base what every address begins with: `/en`
 * @param notFound the screen at an address that no route has
 */
export function createRouter(history: PageHistory, base: string, routes: readonly Route[], notFound: Route) {
  const shown = createStore<Shown | undefined>(undefined)
  const matchOf = ({ path, search }: Pick<Page, 'path' | 'search'>): Match =>
    (path === base || path.startsWith(`${base}/`) ? matchRoute(routes, path.slice(base.length), search) : undefined) ?? {
      route: notFound,
      props: {},
    }

  let latest = 0
  async function show(page: Page): Promise<void> {
    const turn = ++latest
    const match = matchOf(page)
    const put = (what: Pick<Shown, 'Screen' | 'error'>) => {
      // One may have gone elsewhere while the code came.
      if (turn === latest) shown.set({ page, ...match, ...what })
    }
    const Screen = match.route.loaded()
    // What is there is shown at once.
    if (Screen) return put({ Screen })
    try {
      put({ Screen: await match.route.load() })
    } catch (error) {
      put({ error })
    }
  }
  history.subscribe((page) => void show(page))

  return {
    shown,
    /** Shows what is at the address; once more, when it did not come. Resolves when there is something to show. */
    load: () => show(history.get()),
    /** Fetches the code of the screen that an address leads to. @throws NotLoadedError */
    preload: async (href: string): Promise<void> => {
      const { pathname, search } = new URL(href, location.origin)
      await matchOf({ path: pathname, search }).route.load()
    },
  }
}

export type Router = ReturnType<typeof createRouter>
