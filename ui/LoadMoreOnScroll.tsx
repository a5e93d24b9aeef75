import { type ReactNode, useEffect, useRef } from 'react'
import css from './LoadMoreOnScroll.module.css'
import { FailedRow } from './FailedRow.tsx'
import { runWhenInView } from './in-view.ts'
import { useDelayed } from './useDelayed.ts'

interface LoadMoreOnScrollProps {
  /** A paged list, as returned by `usePages`. */
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: { message: string } | null
    more: () => void
  }
  /** Shown while the next page loads. */
  skeleton: ReactNode
}

/** Loads the next page when the user scrolls near the end. If that fails, the loaded pages stay. */
export function LoadMoreOnScroll({ pages, skeleton }: LoadMoreOnScrollProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, more } = pages
  const isLate = useDelayed(isFetchingNextPage)
  const foot = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  // Uses an observer, because only layout shows when the end is near the view.
  useEffect(() => (waits && foot.current ? runWhenInView(foot.current, more) : undefined))

  if (!hasNextPage) return null
  return (
    <div ref={foot} className={css.foot}>
      {isLate && skeleton}
      {isFetchNextPageError && error && <FailedRow message={error.message} onAgain={more} />}
    </div>
  )
}
