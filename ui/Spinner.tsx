import { formatPercent } from '#kit/web/format.ts'
import { cx } from './cx.ts'
import css from './Spinner.module.css'

/** Indeterminate progress; describe it in text beside it. */
export function Spinner({ size = 24 }: { size?: number }) {
  return (
    <svg className={css.spinner} viewBox="0 0 24 24" style={{ '--size': `${size}px` }} aria-hidden="true">
      <circle cx="12" cy="12" r="9" className={css.ring} />
      <path d="M12 3a9 9 0 0 1 9 9" className={css.arc} />
    </svg>
  )
}

interface ProgressProps {
  /** Accessible label. */
  label: string
  /** 0 to 1. */
  value: number
  /** For use on a picture, or in the live accent. */
  tone?: 'plain' | 'live' | undefined
  className?: string | undefined
}

/** A progress bar. `live` is broadcast progress; `plain` is work in progress. */
export function Progress({ label, value, tone = 'plain', className }: ProgressProps) {
  const part = Math.min(1, Math.max(0, value))
  return (
    <span className={cx(css.progress, css[tone], className)} style={{ '--part': `${part * 100}%` }}>
      {/* A link or button around the bar takes its name from this text instead of the raw fraction. */}
      <progress className={css.value} aria-label={label} aria-valuetext={formatPercent(part)} value={part} />
      <i />
    </span>
  )
}
