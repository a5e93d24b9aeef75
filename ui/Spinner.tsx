import { formatPercent } from '#kit/web/format.ts'
import { cx } from './cx.ts'
import css from './Spinner.module.css'

/** Shows that something is in progress. Place a description beside it. */
export function Spinner({ size = 24 }: { size?: number }) {
  return (
    <svg className={css.spinner} viewBox="0 0 24 24" style={{ '--size': `${size}px` }} aria-hidden="true">
      <circle cx="12" cy="12" r="9" className={css.ring} />
      <path d="M12 3a9 9 0 0 1 9 9" className={css.arc} />
    </svg>
  )
}

interface ProgressProps {
  /** Label for screen readers. */
  label: string
  /** From 0 to 1. */
  value: number
  /** `live` has the accent colour of live broadcasts. */
  tone?: 'plain' | 'live' | undefined
  className?: string | undefined
}

/** A progress bar. `live` is the progress of a broadcast, `plain` that of work. */
export function Progress({ label, value, tone = 'plain', className }: ProgressProps) {
  const part = Math.min(1, Math.max(0, value))
  return (
    <span className={cx(css.progress, css[tone], className)} style={{ '--part': `${part * 100}%` }}>
      {/* Hidden text, so that the name of a link or button around the bar has this text instead of a fraction. */}
      <progress className={css.value} aria-label={label} aria-valuetext={formatPercent(part)} value={part} />
      <i />
    </span>
  )
}
