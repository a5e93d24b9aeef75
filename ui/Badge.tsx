import type { ReactNode } from 'react'
import css from './Badge.module.css'

/** The red lamp of live broadcasts. */
export const LiveLamp = () => <span className={css.lamp} />

interface BadgeProps {
  /** True to show the live lamp. */
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
