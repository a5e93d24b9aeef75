import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { cx } from './cx.ts'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'
import { warningCircleFill } from './icons.ts'
import { t } from './texts.ts'

interface FieldProps {
  label: string
  /** How to fill it in; gives way to the error. */
  help?: ReactNode
  /** What a refusal had against it, as a sentence: it stands until the field is changed. */
  error?: string | undefined
  /** What is wrong with it as it is now. */
  wrong?: string | undefined
  /** Most characters: shows a counter and stops the typing there. */
  limit?: number | undefined
  /** At the end of the label's line: a link, a small button. */
  aside?: ReactNode
  /** The label is there for assistive technology only. */
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

interface Wiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  limit: number | undefined
  count: (characters: number) => void
}

const Wired = createContext<Wiring | null>(null)

/** The label, help, counter and error of the one control inside it. */
export function Field({ label, help, error: refusal, wrong, limit, aside, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const [length, setLength] = useState(0)
  const { serverError, onChange } = useServerError(refusal)
  const error = wrong ?? serverError
  const note = error ?? help
  const wiring = { id, describedBy: note ? `${id}-note` : undefined, invalid: Boolean(error), limit, count: setLength }
  return (
    <div className={cx(css.field, className)} onChange={onChange}>
      <div className={cx(css.line, hideLabel && css.hidden)}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {limit !== undefined && (
          <small className={css.counter} aria-label={t('field.count', { count: length, limit })}>
            {length} / {limit}
          </small>
        )}
        {aside}
      </div>
      <Wired value={wiring}>{children}</Wired>
      {error ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        help && (
          <p id={`${id}-note`} className={css.help}>
            {help}
          </p>
        )
      )}
    </div>
  )
}

/** What a refusal had against a field, until that is changed; the next refusal stands again. */
export function useServerError(refusal: string | undefined) {
  const [last, setLast] = useState(refusal)
  const [changed, setChanged] = useState(false)
  if (last !== refusal) {
    setLast(refusal)
    setChanged(false)
  }
  return { serverError: changed ? undefined : refusal, onChange: () => setChanged(true) }
}

/** Amber with an icon, said when it comes. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error} role="alert">
      <Icon of={warningCircleFill} size={18} />
      {children}
    </p>
  )
}

/** What the control inside a field puts on its element. Outside a field it is on its own. */
export function useField() {
  const wiring = useContext(Wired)
  return {
    limit: wiring?.limit,
    count: wiring?.count,
    props: { id: wiring?.id, 'aria-describedby': wiring?.describedBy, 'aria-invalid': wiring?.invalid || undefined } as const,
  }
}

interface FieldSetProps {
  legend: string
  help?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** A question with several controls under it: chips, checkboxes, a date in parts. */
export function FieldSet({ legend, help, error: refusal, children }: FieldSetProps) {
  const id = useId()
  const { serverError: error, onChange } = useServerError(refusal)
  const note = error || help ? id : undefined
  return (
    <fieldset className={css.field} aria-describedby={note} onChange={onChange}>
      <legend className={css.legend}>{legend}</legend>
      {children}
      {error ? (
        <FieldError id={id}>{error}</FieldError>
      ) : (
        help && (
          <p id={id} className={css.help}>
            {help}
          </p>
        )
      )}
    </fieldset>
  )
}
