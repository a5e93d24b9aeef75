import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { cx } from './cx.ts'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'
import { warningCircleFill } from './icons.ts'
import { t } from './texts.ts'

interface FieldProps {
  label: string
  /** Help text. An error replaces it. */
  help?: ReactNode
  /** Error from the server, shown until the field changes. */
  error?: string | undefined
  /** Error of the current value, found by the browser. */
  wrong?: string | undefined
  /** Maximum length. Shows a counter and limits typing. */
  limit?: number | undefined
  /** Shown at the end of the label's line: a link or small button. */
  aside?: ReactNode
  /** Shows the label only to screen readers. */
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

interface FieldContextValue {
  id: string
  describedBy: string | undefined
  invalid: boolean
  limit: number | undefined
  count: (characters: number) => void
}

const FieldContext = createContext<FieldContextValue | null>(null)

/** Label, help, counter and error of one control. */
export function Field({ label, help, error: refusal, wrong, limit, aside, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const [length, setLength] = useState(0)
  const { serverError, onChange } = useServerError(refusal)
  const error = wrong ?? serverError
  const note = error ?? help
  const context = { id, describedBy: note ? `${id}-note` : undefined, invalid: Boolean(error), limit, count: setLength }
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
      <FieldContext value={context}>{children}</FieldContext>
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

/** Returns the server's error about a field until the field changes. A new error is shown again. */
export function useServerError(refusal: string | undefined) {
  const [last, setLast] = useState(refusal)
  const [changed, setChanged] = useState(false)
  if (last !== refusal) {
    setLast(refusal)
    setChanged(false)
  }
  return { serverError: changed ? undefined : refusal, onChange: () => setChanged(true) }
}

/** An amber error with an icon, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error} role="alert">
      <Icon icon={warningCircleFill} size={18} />
      {children}
    </p>
  )
}

/** Returns attributes for the control inside a field; none outside of a field. */
export function useField() {
  const context = useContext(FieldContext)
  return {
    limit: context?.limit,
    count: context?.count,
    props: { id: context?.id, 'aria-describedby': context?.describedBy, 'aria-invalid': context?.invalid || undefined } as const,
  }
}

interface FieldSetProps {
  legend: string
  help?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** A fieldset: one label for several controls, such as chips, checkboxes or date parts. */
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
