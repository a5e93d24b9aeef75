import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx.ts'
import css from './RevealInOrder.module.css'

/** Shows its parts from the top. While a part loads, the parts below it are hidden, because they would move when it appears. */
export const RevealInOrder = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={cx(css.order, className)}>{children}</div>
)

/** Delay of a skeleton in ms; also in the styles. */
const delayMs = 150
/** Number of skeletons in view, and the time in ms at which the last one was removed. */
let shown = 0
let endedAt = -delayMs

const isFollowing = () => shown > 0 || performance.now() < endedAt + delayMs

/** Counts a skeleton that comes into view. Call the returned function when the skeleton is removed. */
export function trackSkeleton(): () => void {
  shown++
  return () => {
    shown--
    endedAt = performance.now()
  }
}

/**
 * A placeholder for a part whose code or data is loading. Shows its skeleton after {@link delayMs}, or at once if another skeleton is in
 * view or was just removed. Otherwise, the page would flicker between loading the code and loading the data.
 */
export function DelayedSkeleton({ children }: { children?: ReactNode }) {
  const [isAtOnce] = useState(isFollowing)
  useEffect(() => {
    let end: (() => void) | undefined
    const timer = setTimeout(() => (end = trackSkeleton()), isAtOnce ? 0 : delayMs)
    return () => {
      clearTimeout(timer)
      end?.()
    }
  }, [isAtOnce])
  return (
    <span className={cx(css.coming, isAtOnce && css.atOnce)} aria-busy="true">
      {children}
    </span>
  )
}
