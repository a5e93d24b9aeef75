import type { ReactNode } from 'react'
import css from './Bar.module.css'

interface BarProps {
  /** What it is about. */
  label: string
  children: ReactNode
  /** Buttons, the one that acts last. */
  actions: ReactNode
}

/** A few words above the navigation, with what can be answered. It covers no more of the page than it must. */
export const Bar = ({ label, children, actions }: BarProps) => (
  <section className={css.bar} aria-label={label} data-bar="">
    <div className={css.words} data-words="">
      {children}
    </div>
    <div className={css.actions}>{actions}</div>
  </section>
)
