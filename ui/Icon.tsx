import { cx } from './cx.ts'
import css from './Icon.module.css'

interface IconProps {
  /** Name of an icon in `icons.ts`. */
  icon: string
  /** Size in px. */
  size?: number
  className?: string | undefined
}

/** A decorative icon that screen readers skip. */
export function Icon({ icon, size = 24, className }: IconProps) {
  return (
    <svg
      className={cx(css.icon, className)}
      viewBox="0 0 256 256"
      style={{ '--size': `${size}px` }}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: icon.slice(icon.indexOf('>') + 1, icon.lastIndexOf('</svg>')) }}
    />
  )
}
