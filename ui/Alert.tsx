import type { ReactNode } from 'react'
import css from './Alert.module.css'
import { Icon } from './Icon.tsx'
import { info, warningCircleFill } from './icons.ts'

interface AlertProps {
  /** `warning` is amber, and screen readers announce it immediately. `note` is quiet. */
  kind?: 'warning' | 'note'
  children: ReactNode
}

/** A message about the form or page that contains the alert. */
export function Alert({ kind = 'warning', children }: AlertProps) {
  return (
    <div className={`${css.alert} ${css[kind]}`} role={kind === 'warning' ? 'alert' : 'status'} tabIndex={-1}>
      <Icon icon={kind === 'warning' ? warningCircleFill : info} size={20} className={css.icon} />
      <div>{children}</div>
    </div>
  )
}
