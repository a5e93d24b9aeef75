import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { arrowClockwise } from './icons.ts'
import css from './MoreBelow.module.css'
import { t } from './texts.ts'
import { useLate } from './useLate.ts'

/** How far below what is in sight the next part is asked for. */
const ahead = '600px'

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
  const waiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  // Only the browser knows when the foot comes near.
  useEffect(() => {
    if (!waiting || !foot.current) return
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: ahead })
    sight.observe(foot.current)
    return () => sight.disconnect()
  }, [waiting, more])

  if (!hasNextPage) return null
  return (
    <div ref={foot} className={css.foot}>
      {late && skeleton}
      {isFetchNextPageError && (
        <div className={css.failed} role="alert">
          <p>{error?.message}</p>
          <Button kind="line" size="s" icon={arrowClockwise} onClick={more}>
            {t('error.again')}
          </Button>
        </div>
      )}
    </div>
  )
}
