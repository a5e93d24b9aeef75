import type { ReactNode } from 'react'
import { DelayedSkeleton } from './RevealInOrder.tsx'
import css from './Skeleton.module.css'
import wallCss from './TileWall.module.css'

interface SkeletonBlockProps {
  /** In px, or any CSS width. */
  width?: number | string
  height?: number
  /** `round`: a disc. `card`: a picture. `line`: text. `flat`: without rounded corners. */
  shape?: 'line' | 'round' | 'card' | 'flat'
}

/** A grey placeholder. */
export function SkeletonBlock({ width = '100%', height = 14, shape = 'line' }: SkeletonBlockProps) {
  return <span className={`${css.block} ${css[shape]}`} style={{ width, height }} />
}

/** Grey placeholders, which screen readers announce once. Wrap them in `DelayedSkeleton`, which delays them. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.skeleton} aria-live="polite">
      <span className={css.label}>{label}</span>
      {children}
    </div>
  )
}

/** Grey placeholders for the bar of channels. */
export function DialSkeleton({ stops = 8 }: { stops?: number }) {
  return (
    <div className={css.dial}>
      {Array.from({ length: stops }, (_, index) => (
        <span key={index} className={css.stop}>
          <SkeletonBlock width={56} height={56} shape="round" />
          <SkeletonBlock width={48} height={10} />
        </span>
      ))}
    </div>
  )
}

/** Grey placeholders for a row of cards. */
export function CarouselSkeleton({ size = 'm' }: { size?: 's' | 'm' | 'l' | 'xl' }) {
  return (
    <div className={css.series}>
      <div className={css.head}>
        <SkeletonBlock width={150} height={20} />
      </div>
      <div className={css.track}>
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} className={`${css.card} ${css[size]}`}>
            <span className={`${css.block} ${css.picture}`} />
            <SkeletonBlock width="90%" height={12} />
            <SkeletonBlock width="50%" height={10} />
          </span>
        ))}
      </div>
    </div>
  )
}

/** A placeholder for a row of cards that is loading. */
export const CarouselPlaceholder = () => (
  <DelayedSkeleton>
    <CarouselSkeleton />
  </DelayedSkeleton>
)

/** Grey placeholders for a grid of tiles. */
export function TileWallSkeleton({ tiles = 8 }: { tiles?: number }) {
  return (
    <div className={wallCss.wall}>
      {Array.from({ length: tiles }, (_, index) => (
        <span key={index} className={css.tile}>
          <span className={`${css.block} ${css.picture}`} />
          <SkeletonBlock width="60%" height={18} />
          <SkeletonBlock width="40%" height={12} />
        </span>
      ))}
    </div>
  )
}
