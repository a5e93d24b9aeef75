import { addTransitionType, createContext, type ReactNode, startTransition, Suspense, use, useEffect, useRef, useState } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { FailedScreen } from '../FailedScreen.tsx'
import type { EntryState, Page } from './history.ts'
import type { Router, Shown } from './router.ts'

interface View {
  shown: Shown
  /** Fetches what did not come. */
  load: () => void
}
const ViewContext = createContext<View | undefined>(undefined)

/** Does the screen take the whole window, without navigation? */
export const useIsAlone = (): boolean => use(ViewContext)?.shown.route.alone ?? false

/** What is kept with the history's entry of the page that is shown; empty outside of a page. */
export const useEntryState = (): EntryState => use(ViewContext)?.shown.page.state ?? {}

const directionOf = (from: Page, to: Page) => (to.index > from.index ? 'forward' : to.index < from.index ? 'back' : 'replace')

const failedScreen = (again: () => void, error: unknown) => <FailedScreen error={error} onAgain={again} />

/**
 * Follows the router. Another page is drawn as a transition of the type `forward`, `back` or `replace` (for `<ViewTransition>`);
 * on another screen the focus begins at its content.
 * @param children what stands around the screen, with a `<CurrentScreen>` in it; what breaks there leaves a screen that says so
 */
export function RouterView({ router, children }: { router: Router; children: ReactNode }) {
  const [shown, setShown] = useState(router.shown.get)
  const committed = useRef<Page>(undefined)

  useEffect(() => {
    const follow = () =>
      startTransition(() => {
        const next = router.shown.get()
        if (next && committed.current && next.page !== committed.current) addTransitionType(directionOf(committed.current, next.page))
        setShown(next)
      })
    follow()
    const stop = router.shown.subscribe(follow)
    return () => void stop()
  }, [router])

  // The focus and what is in sight are no part of what React draws.
  useEffect(() => {
    const before = committed.current
    committed.current = shown?.page
    if (!shown || before === shown.page) return
    if (before && before.path !== shown.page.path) document.getElementById('content')?.focus({ preventScroll: true })
    if (before?.hash !== shown.page.hash) document.getElementById(shown.page.hash.slice(1))?.scrollIntoView()
  }, [shown])

  return (
    shown && (
      <ViewContext value={{ shown, load: () => void router.load() }}>
        <Boundary fallback={failedScreen}>{children}</Boundary>
      </ViewContext>
    )
  )
}

/** The screen at the address. One that breaks takes nothing else with it. */
export function CurrentScreen() {
  const view = use(ViewContext)
  if (!view) return null
  const { Screen, route, props, error } = view.shown
  if (!Screen) return failedScreen(view.load, error)
  return (
    <Boundary resetKey={view.shown} fallback={failedScreen}>
      <Suspense>
        <Screen key={route.path} {...props} />
      </Suspense>
    </Boundary>
  )
}
