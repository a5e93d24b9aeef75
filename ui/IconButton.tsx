import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import css from './IconButton.module.css'

interface Look {
  /** What it does, in words: there are none on it. */
  label: string
  icon: string
  kind?: 'plain' | 'quiet' | 'line' | 'glass' | 'plate' | 'play' | undefined
  /** Edge of the drawing in px; the button itself is 44. */
  iconSize?: number | undefined
}

/** A round button that shows a drawing only. */
export function IconButton({ label, icon, kind = 'plain', iconSize, className, ...button }: Look & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} {...button} aria-label={label} className={cx(css.button, css[kind], className)}>
      <Icon of={icon} size={iconSize ?? 24} />
    </button>
  )
}

/** The same, as a link. */
export function IconLink({ label, icon, kind = 'plain', iconSize, className, ...link }: Look & ComponentProps<'a'> & { href: string }) {
  return (
    <a title={label} {...link} aria-label={label} className={cx(css.button, css[kind], className)}>
      <Icon of={icon} size={iconSize ?? 24} />
    </a>
  )
}
