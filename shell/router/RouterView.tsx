import {
  type ReactNode,
  Suspense,
  ViewTransition,
  addTransitionType,
  createContext,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { onConnected } from '#kit/web/connection.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Button } from '#ui/Button.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { NotLoadedError } from '#ui/lazily.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useDelayed } from '#ui/useDelayed.ts'
import { paths } from '../paths.ts'
import { t } from '../texts.ts'
import { Screen } from '../Screen.tsx'
import { ComingSkeleton, loadSkeleton } from './ComingSkeleton.tsx'
import type { EntryState, Page } from './history.ts'
import type { Router, ShownScreen } from './router.ts'

interface View {
  shown: ShownScreen
  router: Router
}
const ViewContext = createContext<View | undefined>(undefined)

/** Whether the screen fills the window, without navigation. */
export const useIsFullWindow = (): boolean => use(ViewContext)?.shown.route.alone ?? false

/** The state stored in the shown page's history entry; empty outside a page. */
export const useEntryState = (): EntryState => use(ViewContext)?.shown.page.state ?? {}

/** Type of the view transition between pages. */
const pageTransition = 'page'

/** A page with the player has no cross-fade, because the player grows from its card. */
const opensPlayer = ({ search }: Page) => /[?&]play=/.test(search)

/** Whether a change from one page to the other cross-fades. */
const shouldCrossFade = (from: Page, to: Page) =>
  from !== to && !opensPlayer(from) && !opensPlayer(to) && !window.matchMedia('(prefers-reduced-motion: reduce)').matches

const failedScreen = (retry: () => void, error: unknown) => <FailedScreen error={error} onAgain={retry} />

/**
 * Shows the router's screens. Page changes render in the background and cross-fade; a new screen focuses its content.
 * @param children the layout, with a `<CurrentScreen>` inside; if it crashes, an error screen shows
 */
export function RouterView({ router, children }: { router: Router; children: ReactNode }) {
  const [shown, setShown] = useState(router.shown.get)
  const committed = useRef<Page>(undefined)

  useEffect(() => {
    const follow = () =>
      startTransition(() => {
        const next = router.shown.get()
        if (next && committed.current && shouldCrossFade(committed.current, next.page)) addTransitionType(pageTransition)
        setShown(next)
      })
    follow()
    const stop = router.shown.subscribe(() => {
      // React skips cross-fades during a popstate event. After a swipe, the browser has shown its own transition.
      const { event } = window as { event?: Partial<PopStateEvent> }
      if (event?.hasUAVisualTransition === false) setTimeout(follow)
      else follow()
    })
    return () => void stop()
  }, [router])

  // An effect, as React doesn't manage focus and scrolling.
  useEffect(() => {
    const before = committed.current
    committed.current = shown?.page
    if (!shown || before === shown.page) return
    if (before && before.path !== shown.page.path) document.getElementById('content')?.focus({ preventScroll: true })
    if (before?.hash !== shown.page.hash) document.getElementById(shown.page.hash.slice(1))?.scrollIntoView()
  }, [shown])

  return (
    shown && (
      <ViewContext value={{ shown, router }}>
        <ErrorBoundary fallback={failedScreen}>
          <ViewTransition default="none" update={{ [pageTransition]: 'auto', default: 'none' }}>
            {children}
          </ViewTransition>
        </ErrorBoundary>
      </ViewContext>
    )
  )
}

/** The current screen, in an error boundary. A page that loads slowly shows its skeleton. */
export function CurrentScreen() {
  const view = use(ViewContext)
  return view && <ShownPage {...view} />
}

function ShownPage({ shown, router }: View) {
  const { Screen, route, props, error } = shown
  const coming = router.coming.use()
  // If the current screen changes its own address, it stays: a skeleton would discard typed text.
  const isOwn = coming?.path === route.path && coming.page.index === shown.page.index
  const isComing = coming !== undefined && coming.page !== shown.page && !isOwn
  // Without the skeleton's code, the previous screen stays: an empty page would flash.
  const [hasSkeleton, setHasSkeleton] = useState(false)
  const isLate = useDelayed(isComing) && hasSkeleton
  useEffect(() => {
    if (isComing) void loadSkeleton().then((found) => setHasSkeleton(found !== undefined))
  }, [isComing])
  // Rerenders only if the page changes.
  const screen = useMemo(() => Screen && <Screen key={route.path} {...props} />, [Screen, route, props])
  const load = () => void router.load()
  if (!isLate && !Screen) return failedScreen(load, error)
  return (
    <ErrorBoundary resetKey={shown} fallback={failedScreen}>
      <Suspense fallback={<ComingSkeleton path={route.path} />}>{isLate ? <ComingSkeleton path={coming!.path} isLate /> : screen}</Suspense>
    </ErrorBoundary>
  )
}

/** Retry interval for a screen's code, in ms. */
const intervalMs = 5_000

/** Replaces a screen that failed to load or crashed. Retries when the connection is back. */
function FailedScreen({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const tryAgain = useEffectEvent(onAgain)
  useEffect(() => onConnected(() => tryAgain()), [])
  // Only failed loads are retried, because a crash would repeat.
  const mayLoadLater = error instanceof NotLoadedError
  useEffect(() => {
    if (!mayLoadLater) return
    const timer = setInterval(() => tryAgain(), intervalMs)
    return () => clearInterval(timer)
  }, [mayLoadLater])
  return (
    <Screen title={t('failed.title')} heading="page" back={paths.home()}>
      <StateMessage level={1} picture="error" title={t('failed.title')} text={error instanceof ApiError ? error.message : t('failed.text')}>
        <Button kind="accent" icon={arrowClockwise} onClick={onAgain}>
          {t('failed.again')}
        </Button>
      </StateMessage>
    </Screen>
  )
}
