import { type ReactNode, useEffect } from 'react'
import { BoardSkeleton } from '#ui/BoardSkeleton.tsx'
import { cx } from '#ui/cx.ts'
import { PosterWallSkeleton } from '#ui/PosterWallSkeleton.tsx'
import { trackSkeleton } from '#ui/RevealInOrder.tsx'
import { CarouselSkeleton, DialSkeleton, Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { useSignedIn } from '#kit/web/storage.ts'
import { t } from '../texts.ts'
import { isSettingAlone, settingList } from '../setting-list.ts'
import { useWideWindow } from '../useWideWindow.ts'
import type { EntryState } from './history.ts'
import css from './RouteSkeleton.module.css'

/**
 * Kinds of screens: rows under a dial, a wall of posters (on phones, below a segmented control), a picture over rows, a board, a form, a
 * panel, or lines.
 */
type SkeletonKind = 'rows' | 'wall' | 'board' | 'picture' | 'form' | 'panel' | 'lines'

/** Screens that have the list of settings beside them in wide windows. */
const besideSettingsPattern = /^\/..\/(settings|statistics|teams)\b/

/** Returns the address of the list's entry for the page that loads; undefined if the list isn't beside the page. */
function currentSetting(): string | undefined {
  const { pathname, search } = location
  const [, page] = besideSettingsPattern.exec(pathname) ?? []
  if (page !== 'settings') return page && pathname
  const { state } = (history.state ?? {}) as { state?: EntryState }
  return isSettingAlone(Object.fromEntries(new URLSearchParams(search))) || isSettingAlone(state ?? {}) ? undefined : pathname + search
}

/** Kinds by the route's path; lines for all others. */
const kindsByPath: Readonly<Record<string, SkeletonKind>> = {
  '/': 'rows',
  '/playlists': 'rows',
  '/my-playlists': 'rows',
  '/following': 'rows',
  '/search': 'rows',
  '/channels': 'wall',
  '/tiers': 'picture',
  '/login': 'form',
  '/register': 'form',
  '/reset-password': 'form',
  '/reset-password/$token': 'form',
  '/reset-password/$token/$email': 'form',
}

/** Kinds of views that differ from others of their route. */
const kindsByView: Readonly<Record<string, SkeletonKind>> = { '/my-playlists?board': 'board', '/settings?wallet': 'panel' }

const kindOf = (path: string): SkeletonKind =>
  kindsByView[`${path}?${new URLSearchParams(location.search).get('view')}`] ?? kindsByPath[path] ?? 'lines'

interface LinesProps {
  count: number
  height: number
  /** Whether the lines are in the middle of a wide page, as fields are. */
  isCentred?: boolean
}

const Lines = ({ count, height, isCentred = false }: LinesProps) => (
  <div className={cx(css.lines, isCentred && css.centred)}>
    {Array.from({ length: count }, (_, index) => (
      <SkeletonBlock key={index} height={height} shape="card" />
    ))}
  </div>
)

const skeletonsByKind: Readonly<Record<SkeletonKind, () => ReactNode>> = {
  rows: () => (
    <>
      <DialSkeleton />
      <CarouselSkeleton />
      <CarouselSkeleton size="l" />
    </>
  ),
  wall: () => (
    <>
      <div className={css.segment}>
        <SkeletonBlock height={48} shape="card" />
      </div>
      <PosterWallSkeleton />
    </>
  ),
  picture: () => (
    <>
      <DialSkeleton />
      <div className={css.picture}>
        <SkeletonBlock height={220} shape="card" />
      </div>
      <CarouselSkeleton />
    </>
  ),
  board: () => (
    <div className={css.board}>
      <BoardSkeleton />
    </div>
  ),
  panel: () => (
    <div className={css.panel}>
      <SkeletonBlock height={160} shape="card" />
    </div>
  ),
  form: () => <Lines count={3} height={52} isCentred />,
  lines: () => <Lines count={7} height={56} />,
}

/** Shows a placeholder while a screen's code loads. */
export function RouteSkeleton({ path, isLate = false }: { path: string; isLate?: boolean }) {
  const kind = kindOf(path)
  const isWide = useWideWindow()
  const signedIn = useSignedIn()
  const current = isWide && signedIn ? currentSetting() : undefined
  const { List } = settingList.use() ?? {}
  // After this skeleton, the screen shows its own skeletons without a delay.
  useEffect(() => (isLate ? trackSkeleton() : undefined), [isLate])
  return (
    <>
      {current !== undefined && List && <List current={current} />}
      <div
        className={cx(css.page, current !== undefined && css.withRail)}
        data-skeleton={kind}
        data-delayed={isLate ? undefined : ''}
        aria-busy
      >
        <div className={css.header}>
          <SkeletonBlock width={140} height={18} />
        </div>
        {current !== undefined && !List && (
          <div className={css.rail}>
            <SkeletonBlock height={560} shape="card" />
          </div>
        )}
        <main id="content" tabIndex={-1}>
          <Skeleton label={t('screen.loading')}>{skeletonsByKind[kind]()}</Skeleton>
        </main>
      </div>
    </>
  )
}
