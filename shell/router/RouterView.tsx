import { addTransitionType, createContext, type ReactNode, startTransition, Suspense, use, useEffect, useRef, useState } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { FailedScreen } from '../FailedScreen.tsx'
import type { EntryState, Page } from './history.ts'
import type { Router, Shown } from './router.ts'

interface View {
  shown: Shown
  /** Retries a failed load. */
  load: () => void
}
const ViewContext = createContext<View | undefined>(undefined)

/** Whether the screen fills the window, without navigation. */
export const useIsAlone = (): boolean => use(ViewContext)?.shown.route.alone ?? false

/** The state stored in the shown page's history entry; empty outside a page. */
export const useEntryState = (): EntryState => use(ViewContext)?.shown.page.state ?? {}

const directionOf = (from: Page, to: Page) => (to.index > from.index ? 'forward' : to.index < from.index ? 'back' : 'replace')

const failedScreen = (again: () => void, error: unknown) => <FailedScreen error={error} onAgain={again} />

/**
 * Follows the router. Page changes render as transitions of type `forward`, `back` or `replace` (for `<ViewTransition>`); a new
 * screen focuses its content.
 * @param children the layout, with a `<CurrentScreen>` inside; a crash there shows an error screen
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

  // Focus and scrolling aren't managed by React.
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

/** The current screen, in an error boundary. */
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
