import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import css from './IconButton.module.css'

interface IconAppearance {
  /** Accessible label. */
  label: string
  icon: string
  kind?: 'plain' | 'quiet' | 'line' | 'glass' | 'plate' | 'play' | undefined
  /** Icon size in px; the button itself is 44. */
  iconSize?: number | undefined
}

/** A round button with only an icon. */
export function IconButton({ label, icon, kind = 'plain', iconSize, className, ...button }: IconAppearance & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} {...button} aria-label={label} className={cx(css.button, css[kind], className)}>
      <Icon of={icon} size={iconSize ?? 24} />
    </button>
  )
}

/** `IconButton` as a link. */
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
      <Icon of={icon} size={iconSize ?? 24} />
    </a>
  )
}
