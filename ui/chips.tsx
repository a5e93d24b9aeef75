import type { ReactNode } from 'react'
import css from './chips.module.css'

interface ChipProps {
  children: ReactNode
  /** Where it leads, … */
  href?: string
  /** … what it does, … */
  onPress?: () => void
  /** … or what takes it away: it has a cross. */
  onRemove?: () => void
  /** What a press does, in words. */
  label?: string
}

/** A word that says what a thing is about; a link when it leads somewhere. */
export function Chip({ children, href, onPress, onRemove, label }: ChipProps) {
  if (href)
    return (
      <a className={css.chip} href={href}>
        {children}
      </a>
    )
  return onPress || onRemove ? (
    <button type="button" className={css.chip} onClick={onPress ?? onRemove} aria-label={label}>
      {children}
      {onRemove && (
        <span className={css.cross} aria-hidden="true">
          ×
        </span>
      )}
    </button>
  ) : (
    <span className={css.chip}>{children}</span>
  )
}

/** Chips beside each other. */
export const Chips = ({ children }: { children: ReactNode }) => <div className={css.chips}>{children}</div>
