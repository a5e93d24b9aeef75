import type { ReactNode } from 'react'
import css from './LinkLine.module.css'
import { stopProps } from './remote.ts'

interface LinkLineProps {
  picture: ReactNode
  name: ReactNode
  href: string
  /** Below the name: an {@link AboutLine}, or more. */
  children?: ReactNode
  /** At the end of the line. */
  mark?: ReactNode
}

/** A list line that is one link. Other actions sit beside it. */
export const LinkLine = ({ picture, name, href, children, mark }: LinkLineProps) => (
  <div className={css.line}>
    {picture}
    <div className={css.words}>
      <a className={css.link} href={href} {...stopProps}>
        {name}
      </a>
      {children}
    </div>
    {mark}
  </div>
)

/** Secondary text below the name. */
export const AboutLine = ({ children }: { children: ReactNode }) => <p className={css.about}>{children}</p>
