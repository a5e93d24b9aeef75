import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { check } from './icons.ts'
import css from './toggles.module.css'

/** A yes or no with words beside it; the words may hold links. */
export function Checkbox({ children, className, ...input }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={cx(css.checkbox, className)}>
      <span className={css.check}>
        <input {...input} type="checkbox" />
        <Icon of={check} size={16} />
      </span>
      <span className={css.words}>{children}</span>
    </label>
  )
}

/** Whether it is on the browser knows from `checked`. */
const asSwitch = { role: 'switch' } as const

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string
  /** A quieter line under the label. */
  detail?: ReactNode
}

/** On or off, at once: a row with the words first. */
export function Switch({ label, detail, className, ...input }: SwitchProps) {
  const id = useId()
  return (
    <label className={cx(css.setting, className)}>
      <span className={css.words}>
        {label}
        {detail && (
          <small id={id} className={css.detail}>
            {detail}
          </small>
        )}
      </span>
      <input
        {...input}
        {...asSwitch}
        className={css.switch}
        type="checkbox"
        aria-label={label}
        aria-describedby={detail ? id : undefined}
      />
    </label>
  )
}
