import type { ReactNode } from 'react'
import css from './Skeleton.module.css'

interface BoneProps {
  /** px, or any CSS width. */
  width?: number | string
  height?: number
  /** A disc, a pill, a picture or a line of text. */
  shape?: 'line' | 'round' | 'card' | 'flat'
}

/** One grey part of a page that is coming. */
export function Bone({ width = '100%', height = 14, shape = 'line' }: BoneProps) {
  return <span className={`${css.bone} ${css[shape]}`} style={{ width, height }} />
}

/** The shape of what is coming, said once to assistive technology. Shown after 150 ms only: see `useLate`. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.skeleton} aria-live="polite">
      <span className={css.label}>{label}</span>
      {children}
    </div>
  )
}

/** The dial, coming. */
export function DialSkeleton({ stops = 8 }: { stops?: number }) {
  return (
    <div className={css.dial}>
      {Array.from({ length: stops }, (_, at) => (
        <span key={at} className={css.stop}>
          <Bone width={56} height={56} shape="round" />
          <Bone width={48} height={10} />
        </span>
      ))}
    </div>
  )
}

/** A row of cards, coming. */
export function CarouselSkeleton({ size = 'm', cards = 6 }: { size?: 's' | 'm' | 'l' | 'xl'; cards?: number }) {
  return (
    <div className={css.series}>
      <div className={css.head}>
        <Bone width={150} height={20} />
      </div>
      <div className={css.track}>
        {Array.from({ length: cards }, (_, at) => (
          <span key={at} className={`${css.card} ${css[size]}`}>
            <span className={`${css.bone} ${css.picture}`} />
            <Bone width="90%" height={12} />
            <Bone width="50%" height={10} />
          </span>
        ))}
      </div>
    </div>
  )
}
