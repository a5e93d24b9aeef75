import { cx } from './cx.ts'
import css from './Icon.module.css'

interface IconProps {
  /** The drawing: one of the names in `icons.ts`. */
  of: string
  /** Edge in px. */
  size?: number
  className?: string | undefined
}

/** A drawing beside words or inside a labelled control: it says nothing by itself, so assistive technology skips it. */
export function Icon({ of, size = 24, className }: IconProps) {
  return (
    <svg
      className={cx(css.icon, className)}
      viewBox="0 0 256 256"
      style={{ '--size': `${size}px` }}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: of.slice(of.indexOf('>') + 1, of.lastIndexOf('</svg>')) }}
    />
  )
}
