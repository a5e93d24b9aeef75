import type { ReactNode } from 'react'
import css from './Badge.module.css'
import { Lamp } from './Lamp.tsx'

interface BadgeProps {
  /** Shows the lamp: on now. */
  live?: boolean
  children: ReactNode
}

/** A label in the corner of a picture. */
export const Badge = ({ live, children }: BadgeProps) => (
  <span className={css.badge}>
    {live && <Lamp />}
    {children}
  </span>
)
