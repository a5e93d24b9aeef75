import type { ReactElement, ReactNode } from 'react'
import { EmptyDrawing, TestCard } from './drawings.tsx'
import css from './State.module.css'

interface StateProps {
  /** What is the matter, in one line: it is the heading. */
  title: string
  /** One sentence more. */
  text?: ReactNode
  /** `empty`: nothing yet, and something can be added; `none`: nothing was found; `error`: it did not come; else a drawing of what it is about. */
  picture?: 'empty' | 'none' | 'error' | ReactElement
  /** One action, or an action and a way out. */
  children?: ReactNode
  /** The page has no other heading. */
  level?: 1 | 2
}

/** What stands where a page or a list would: nothing is there yet, or it did not come. */
export function State({ title, text, picture = 'empty', children, level = 2 }: StateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={css.state} role={picture === 'error' ? 'alert' : undefined}>
      {picture === 'error' ? <TestCard /> : typeof picture === 'string' ? <EmptyDrawing nothingFound={picture === 'none'} /> : picture}
      <Heading className={css.title}>{title}</Heading>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </section>
  )
}
