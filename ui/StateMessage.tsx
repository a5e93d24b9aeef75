import { type ReactElement, type ReactNode, Suspense } from 'react'
import { IconDisc } from './Disc.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { televisionSimple } from './icons.ts'
import { lazily } from './lazily.ts'
import css from './StateMessage.module.css'

const EmptyDrawing = lazily(() => import('./EmptyDrawing.tsx').then((module) => module.EmptyDrawing))
const TestCard = lazily(() => import('./TestCard.tsx').then((module) => module.TestCard))

/** Replaces an error's drawing that can't be loaded. The icon is in the first script, so that it shows offline. */
const errorIcon = <IconDisc icon={televisionSimple} size={88} />

/** Reserves space for the drawing while its code loads. If an error's drawing fails to load too, as when offline, shows an icon. */
const Drawing = ({ picture }: { picture: 'empty' | 'none' | 'error' }) => (
  <span className={css.drawing}>
    <ErrorBoundary fallback={() => picture === 'error' && errorIcon}>
      <Suspense>{picture === 'error' ? <TestCard /> : <EmptyDrawing nothingFound={picture === 'none'} />}</Suspense>
    </ErrorBoundary>
  </span>
)

interface StateProps {
  /** Heading. */
  title: string
  /** A sentence below the heading. */
  text?: ReactNode
  /** `empty`: nothing yet, can be added. `none`: nothing found. `error`: failed to load. An element: a drawing of the subject. */
  picture?: 'empty' | 'none' | 'error' | ReactElement
  /** For `empty`: called when the plus in the drawing is pressed. Pass the handler of the first action. */
  onAdd?: (() => void) | undefined
  /** One action, or an action and an alternative. */
  children?: ReactNode
  /** 1 renders an h1, for pages without another heading. */
  level?: 1 | 2
}

/** Replaces a page or list that is empty or failed to load. */
export function StateMessage({ title, text, picture = 'empty', onAdd, children, level = 2 }: StateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={css.state} role={picture === 'error' ? 'alert' : undefined}>
      {typeof picture !== 'string' ? (
        picture
      ) : onAdd ? (
        // Hidden from screen readers, because the button below does the same.
        <button type="button" className={css.add} tabIndex={-1} aria-hidden="true" onClick={onAdd}>
          <Drawing picture={picture} />
        </button>
      ) : (
        <Drawing picture={picture} />
      )}
      <Heading className={css.title}>{title}</Heading>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </section>
  )
}
