import type { ReactNode } from 'react'
import css from './LinkLine.module.css'

interface LinkLineProps {
  picture: ReactNode
  name: ReactNode
  href: string
  /** Under the name: an {@link AboutLine}, or more. */
  children?: ReactNode
  /** At its end. */
  mark?: ReactNode
}

/** A line of a list that leads somewhere, wherever it is pressed. What else can be done with the thing stands beside it. */
export const LinkLine = ({ picture, name, href, children, mark }: LinkLineProps) => (
  <div className={css.line}>
    {picture}
    <div className={css.words}>
      <a className={css.link} href={href} data-stop="">
        {name}
      </a>
      {children}
    </div>
    {mark}
  </div>
)

/** What a thing is, quietly, under its name. */
export const AboutLine = ({ children }: { children: ReactNode }) => <p className={css.about}>{children}</p>
