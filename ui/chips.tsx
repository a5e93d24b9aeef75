import type { ReactNode } from 'react'
import css from './chips.module.css'

interface ChipProps {
  children: ReactNode
  /** Link target; exclusive with `onPress` and `onRemove`. */
  href?: string
  /** Handles a press. */
  onPress?: () => void
  /** Removes the tag; shows a cross. */
  onRemove?: () => void
  /** Accessible label of the press. */
  label?: string
}

/** A tag; a link when it has a target. */
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

/** A row of chips. */
export const Chips = ({ children }: { children: ReactNode }) => <div className={css.chips}>{children}</div>
