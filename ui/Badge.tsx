import type { ReactNode } from 'react'
import css from './Badge.module.css'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

interface BadgeProps {
  icon?: string | undefined
  children: ReactNode
  /** Which corner of the picture. */
  corner?: 'bottom-right' | 'top-left' | 'top-right' | undefined
}

/** A few characters on a picture: a length, a lock. */
export function Badge({ icon, children, corner = 'bottom-right' }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[corner])}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}

/** The lamp: live. */
export const Lamp = () => <span className={css.lamp} />

/** The lamp with its word, on a picture or beside a name. */
export function OnAir({ children }: { children: ReactNode }) {
  return (
    <span className={css.onAir}>
      <Lamp />
      {children}
    </span>
  )
}
