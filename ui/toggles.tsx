import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { check } from './icons.ts'
import css from './toggles.module.css'

/** A checkbox with a label that may contain links. */
export function Checkbox({ children, className, ...input }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={cx(css.checkbox, className)}>
      <span className={css.check}>
        <input {...input} type="checkbox" />
        <Icon icon={check} size={16} />
      </span>
      <span className={css.words}>{children}</span>
    </label>
  )
}

/** Without `aria-checked`, because browsers use the native `checked`. */
const switchRole = { role: 'switch' } as const

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string
  /** A second line under the label. */
  detail?: ReactNode
  icon?: string
}

/** A switch that acts at once: a row that begins with the label. */
export function Switch({ label, detail, icon, className, ...input }: SwitchProps) {
  const id = useId()
  return (
    <label className={cx(css.setting, className)}>
      {icon && <Icon icon={icon} className={css.icon} />}
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
        {...switchRole}
        className={css.switch}
        type="checkbox"
        aria-label={label}
        aria-describedby={detail ? id : undefined}
      />
    </label>
  )
}
