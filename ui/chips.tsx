import type { ReactNode } from 'react'
import css from './chips.module.css'

/** A word that says what a thing is about; a link when it leads somewhere. */
export function Chip({
  children,
  href,
  onRemove,
  removeLabel,
}: {
  children: ReactNode
  href?: string
  onRemove?: () => void
  removeLabel?: string
}) {
  if (href)
    return (
      <a className={css.chip} href={href}>
        {children}
      </a>
    )
  return onRemove ? (
    <button type="button" className={css.chip} onClick={onRemove} aria-label={removeLabel}>
      {children}
      <span className={css.cross} aria-hidden="true">
        ×
      </span>
    </button>
  ) : (
    <span className={css.chip}>{children}</span>
  )
}

/** Chips beside each other. */
export const Chips = ({ children }: { children: ReactNode }) => <div className={css.chips}>{children}</div>
