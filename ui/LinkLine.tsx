import type { ReactNode } from 'react'
import css from './LinkLine.module.css'
import { stopProps } from './arrow-navigation.ts'

interface LinkLineProps {
  picture: ReactNode
  name: ReactNode
  href: string
  /** Shown below the name: an {@link AboutLine} or more. */
  children?: ReactNode
  /** Shown at the end of the line. */
  mark?: ReactNode
}

/** A line of a list that is one link. Place other actions beside it. */
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
