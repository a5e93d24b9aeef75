import type { ReactNode } from 'react'
import css from './chips.module.css'

interface ChipProps {
  children: ReactNode
  /** Address to which the tag links. Don't combine with `onClick` or `onRemove`. */
  href?: string
  /** Called when the tag is pressed. */
  onClick?: () => void
  /** Called to remove the tag. Shows a cross. */
  onRemove?: () => void
  /** Label of the button for screen readers. */
  label?: string
}

/** A tag. With `href`, it is a link. */
export function Chip({ children, href, onClick, onRemove, label }: ChipProps) {
  if (href)
    return (
      <a className={css.chip} href={href}>
        {children}
      </a>
    )
  return onClick || onRemove ? (
    <button type="button" className={css.chip} onClick={onClick ?? onRemove} aria-label={label}>
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

export const Chips = ({ children }: { children: ReactNode }) => <div className={css.chips}>{children}</div>
