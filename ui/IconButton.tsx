import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import css from './IconButton.module.css'

interface IconAppearance {
  /** Label for screen readers. */
  label: string
  icon: string
  kind?: 'plain' | 'quiet' | 'line' | 'glass' | 'plate' | 'play' | undefined
  /** Size of the icon in px. The button is always 44 px. */
  iconSize?: number | undefined
}

/** A round button with only an icon. */
export function IconButton({ label, icon, kind = 'plain', iconSize, className, ...button }: IconAppearance & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} {...button} aria-label={label} className={cx(css.button, css[kind], className)}>
      <Icon icon={icon} size={iconSize ?? 24} />
    </button>
  )
}

/** A link that looks like an {@link IconButton}. */
export function IconLink({
  label,
  icon,
  kind = 'plain',
  iconSize,
  className,
  ...link
}: IconAppearance & ComponentProps<'a'> & { href: string }) {
  return (
    <a title={label} {...link} aria-label={label} className={cx(css.button, css[kind], className)}>
      <Icon icon={icon} size={iconSize ?? 24} />
    </a>
  )
}
