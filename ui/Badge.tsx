import type { ReactNode } from 'react'
import css from './Badge.module.css'

/** The live lamp. */
export const LiveLamp = () => <span className={css.lamp} />

interface BadgeProps {
  /** Shows the lamp: on now. */
  live?: boolean
  children: ReactNode
}

/** A label in the corner of a picture. */
export const Badge = ({ live, children }: BadgeProps) => (
  <span className={css.badge}>
    {live && <LiveLamp />}
    {children}
  </span>
)
