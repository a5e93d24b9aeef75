import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './InOrder.module.css'

/** Shows its parts from the top. While a part loads, the parts below it are hidden, because they would move when it appears. */
export const InOrder = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={cx(css.order, className)}>{children}</div>
)

/** Stands for a part whose code or data is loading. After a moment, it shows a skeleton. */
export const Coming = ({ children }: { children?: ReactNode }) => (
  <span className={css.coming} aria-busy="true">
    {children}
  </span>
)
