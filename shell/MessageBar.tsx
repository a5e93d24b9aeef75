import type { ReactNode } from 'react'
import { overlays } from '#ui/drag/elements.ts'
import css from './MessageBar.module.css'

const barRef = overlays.ref('bar')

interface MessageBarProps {
  /** Accessible label. */
  label: string
  children: ReactNode
  /** Buttons, main action last. */
  actions: ReactNode
}

/** A short message with actions above the navigation. Covers as little of the page as possible. */
export const MessageBar = ({ label, children, actions }: MessageBarProps) => (
  <section ref={barRef} className={css.bar} aria-label={label} data-bar="">
    <div className={css.words} data-words="">
      {children}
    </div>
    {actions && <div className={css.actions}>{actions}</div>}
  </section>
)
