import type { ReactNode } from 'react'
import css from './Badge.module.css'
import { Lamp } from './Lamp.tsx'

interface BadgeProps {
  /** With the lamp: it is on now. */
  live?: boolean
  children: ReactNode
}

/** A word at the top of a picture. */
export const Badge = ({ live, children }: BadgeProps) => (
  <span className={css.badge}>
    {live && <Lamp />}
    {children}
  </span>
)
