import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './InOrder.module.css'

/** Shows its parts in order, from the top. A loading part hides the later parts, which it would push down. */
export const InOrder = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={cx(css.order, className)}>{children}</div>
)

/** Stands for a part whose code or data is loading. Its skeleton shows after a moment. */
export const Coming = ({ children }: { children?: ReactNode }) => (
  <span className={css.coming} aria-busy="true">
    {children}
  </span>
)
