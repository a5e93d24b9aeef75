import { type ReactNode, useEffect, useRef } from 'react'
import css from './MoreBelow.module.css'
import { FailedRow } from './FailedRow.tsx'
import { whenInSight } from './sight.ts'
import { useLate } from './useLate.ts'

interface MoreBelowProps {
  /** A list that comes part by part, as `usePages` gives it. */
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: { message: string } | null
    more: () => void
  }
  /** The shape of what comes. */
  skeleton: ReactNode
}

/** The foot of a list that goes on: the next part comes as one scrolls; what has come stays when it does not. */
export function MoreBelow({ pages, skeleton }: MoreBelowProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, more } = pages
  const late = useLate(isFetchingNextPage)
  const foot = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  // Only the browser knows when the foot comes near.
  useEffect(() => (waits && foot.current ? whenInSight(foot.current, more) : undefined))

  if (!hasNextPage) return null
  return (
    <div ref={foot} className={css.foot}>
      {late && skeleton}
      {isFetchNextPageError && error && <FailedRow message={error.message} onAgain={more} />}
    </div>
  )
}
