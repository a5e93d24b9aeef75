import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import css from './Button.module.css'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

interface ButtonStyle {
  /**
   * `accent` marks the main action of a screen, `quiet` the other actions. `danger` deletes permanently, `glass` is for buttons on
   * pictures, `undo` reverts.
   */
  kind?: 'accent' | 'quiet' | 'line' | 'text' | 'undo' | 'danger' | 'glass' | undefined
  size?: 's' | 'm' | undefined
  /** If true, fills the width of its container. */
  wide?: boolean | undefined
  /** Icon name from `icons.ts`, shown before the label. */
  icon?: string | undefined
  children: ReactNode
}

const classesOf = ({ kind = 'quiet', size, wide }: Omit<ButtonStyle, 'children'>, className: string | undefined) =>
  cx(css.button, css[kind], size === 's' && css.small, wide && css.wide, className)

const preventFocus = (event: MouseEvent) => event.preventDefault()

/** A button that acts on this page. While `busy`, it doesn't change its size, holds the focus, and ignores presses. */
export function Button({
  kind,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  onClick,
  ...button
}: ButtonStyle & { busy?: boolean | undefined } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={classesOf({ kind, size, wide }, className)}
      onClick={busy ? preventFocus : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner size={20} /> : icon && <Icon icon={icon} size={20} />}
      {children}
    </button>
  )
}

/** A link styled as a button. */
export function ButtonLink({ kind, size, wide, icon, className, children, ...link }: ButtonStyle & ComponentProps<'a'> & { href: string }) {
  return (
    <a {...link} className={classesOf({ kind, size, wide }, className)}>
      {icon && <Icon icon={icon} size={20} />}
      {children}
    </a>
  )
}
