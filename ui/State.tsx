import { type ReactElement, type ReactNode, Suspense } from 'react'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import css from './State.module.css'
import { TestCard } from './TestCard.tsx'

const EmptyDrawing = lazily(() => import('./EmptyDrawing.tsx').then((module) => module.EmptyDrawing))

/** Its place is kept until it comes, and where it does not. */
const Drawing = ({ nothingFound }: { nothingFound?: boolean }) => (
  <span className={css.drawing}>
    <Boundary fallback={() => null}>
      <Suspense>
        <EmptyDrawing nothingFound={nothingFound} />
      </Suspense>
    </Boundary>
  </span>
)

interface StateProps {
  /** What is the matter, in one line: it is the heading. */
  title: string
  /** One sentence more. */
  text?: ReactNode
  /** `empty`: nothing yet, and something can be added; `none`: nothing was found; `error`: it did not come; else a drawing of what it is about. */
  picture?: 'empty' | 'none' | 'error' | ReactElement
  /** Of `empty`: what its plus does, as the first action does. */
  onAdd?: (() => void) | undefined
  /** One action, or an action and a way out. */
  children?: ReactNode
  /** The page has no other heading. */
  level?: 1 | 2
}

/** What stands where a page or a list would: nothing is there yet, or it did not come. */
export function State({ title, text, picture = 'empty', onAdd, children, level = 2 }: StateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={css.state} role={picture === 'error' ? 'alert' : undefined}>
      {picture === 'error' ? (
        <TestCard />
      ) : typeof picture !== 'string' ? (
        picture
      ) : onAdd ? (
        // The button below says what it does: for a keyboard and a screen reader there is one of them.
        <button type="button" className={css.add} tabIndex={-1} aria-hidden="true" onClick={onAdd}>
          <Drawing />
        </button>
      ) : (
        <Drawing nothingFound={picture === 'none'} />
      )}
      <Heading className={css.title}>{title}</Heading>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </section>
  )
}
