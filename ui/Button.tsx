import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import css from './Button.module.css'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

interface Look {
  /** `accent` is for the one thing a screen is for; `quiet` for the rest; `danger` takes something away for good; `glass` stands on pictures; `undo` takes something back. */
  kind?: 'accent' | 'quiet' | 'line' | 'text' | 'undo' | 'danger' | 'glass' | undefined
  size?: 's' | 'm' | undefined
  /** As wide as what it stands in. */
  wide?: boolean | undefined
  /** A drawing from `icons.ts`, before the words. */
  icon?: string | undefined
  children: ReactNode
}

const look = ({ kind = 'quiet', size, wide }: Omit<Look, 'children'>, className: string | undefined) =>
  cx(css.button, css[kind], size === 's' && css.small, wide && css.wide, className)

const hold = (event: MouseEvent) => event.preventDefault()

/** Does something here. While `busy` it keeps its place and its focus and answers nothing. */
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
}: Look & { busy?: boolean | undefined } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={look({ kind, size, wide }, className)}
      onClick={busy ? hold : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner size={20} /> : icon && <Icon of={icon} size={20} />}
      {children}
    </button>
  )
}

/** Goes somewhere: a link that looks like a button. */
export function ButtonLink({ kind, size, wide, icon, className, children, ...link }: Look & ComponentProps<'a'> & { href: string }) {
  return (
    <a {...link} className={look({ kind, size, wide }, className)}>
      {icon && <Icon of={icon} size={20} />}
      {children}
    </a>
  )
}
