import { type ReactElement, type ReactNode, Suspense, useId } from 'react'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import css from './State.module.css'
import drawings from './drawings.module.css'

const lines = (count: number, path: (at: number) => string) => Array.from({ length: count }, (_, at) => path(at)).join('')
const grid = lines(11, (at) => `M${at * 20 + 20} 0V160`) + lines(7, (at) => `M0 ${at * 20 + 20}H240`)
const comb = lines(22, (at) => `M${54 + at * 6} 102h${at < 8 ? 3 : at < 15 ? 2 : 1}v20h-${at < 8 ? 3 : at < 15 ? 2 : 1}z`)

/** A TV test card, for failed loads. */
function TestCard() {
  const id = useId()
  return (
    <svg className={drawings.card} viewBox="0 0 240 160" aria-hidden="true">
      <clipPath id={id}>
        <circle cx="120" cy="80" r="66" />
      </clipPath>
      <rect className={drawings.ground} width="240" height="160" rx="12" />
      <path className={drawings.grid} d={grid} />
      <g clipPath={`url(#${id})`}>
        <rect className={drawings.black} x="54" y="14" width="132" height="132" />
        <rect className={drawings.white} x="54" y="14" width="132" height="20" />
        <rect className={drawings.black} x="96" y="20" width="48" height="14" />
        {[1, 2, 3, 4, 5, 6, 7].map((bar, at) => (
          <rect key={bar} x={54 + at * 18.9} y="34" width="19.2" height="46" style={{ fill: `var(--card-${bar})` }} />
        ))}
        {[0, 0.18, 0.36, 0.54, 0.72, 0.9].map((light, at) => (
          <rect key={light} className={drawings.white} x={54 + at * 22} y="80" width="22.2" height="22" opacity={light} />
        ))}
        <path className={drawings.white} d={comb} />
        <rect className={drawings.white} x="54" y="122" width="132" height="26" />
        <rect className={drawings.black} x="102" y="122" width="36" height="14" />
      </g>
      <circle className={drawings.rim} cx="120" cy="80" r="66" />
    </svg>
  )
}

const EmptyDrawing = lazily(() => import('./EmptyDrawing.tsx').then((module) => module.EmptyDrawing))

/** Reserves the drawing's space while its code loads, or if that fails. */
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
  /** Heading. */
  title: string
  /** One more sentence. */
  text?: ReactNode
  /** `empty`: nothing yet, can be added; `none`: nothing found; `error`: failed to load; else a drawing of the subject. */
  picture?: 'empty' | 'none' | 'error' | ReactElement
  /** For `empty`: handler of its plus, the same as the first action. */
  onAdd?: (() => void) | undefined
  /** One action, or an action and an alternative. */
  children?: ReactNode
  /** Renders an h1, for pages without another heading. */
  level?: 1 | 2
}

/** Replaces a page or list that is empty or failed to load. */
export function State({ title, text, picture = 'empty', onAdd, children, level = 2 }: StateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={css.state} role={picture === 'error' ? 'alert' : undefined}>
      {picture === 'error' ? (
        <TestCard />
      ) : typeof picture !== 'string' ? (
        picture
      ) : onAdd ? (
        // The button below is the accessible equivalent.
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
