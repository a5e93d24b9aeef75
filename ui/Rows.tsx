import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { Icon } from './Icon.tsx'
import { caretRight } from './icons.ts'
import css from './Rows.module.css'

/** A group of rows, which are links or settings. */
export function Rows({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.group} aria-label={title}>
      {title && <h2 className={css.title}>{title}</h2>}
      <div className={css.rows}>{children}</div>
    </section>
  )
}

interface RowProps {
  icon: string
  name: string
  /** Secondary line under the name. */
  detail?: ReactNode
}

const RowContent = ({ icon, name, detail }: RowProps) => (
  <>
    <Icon icon={icon} className={css.icon} />
    <span className={css.words}>
      {name}
      {detail && <small className={css.detail}>{detail}</small>}
    </span>
    <Icon icon={caretRight} size={20} className={css.caret} />
  </>
)

/** Address of the open page, whose row is marked. */
export const CurrentRow = createContext<string | undefined>(undefined)

/** A row that links to a page. */
export const RowLink = ({ icon, name, detail, ...link }: RowProps & ComponentProps<'a'> & { href: string }) => (
  <a {...link} className={css.row} aria-current={use(CurrentRow) === link.href ? 'page' : undefined}>
    <RowContent icon={icon} name={name} detail={detail} />
  </a>
)

/** A row that opens something on this page. */
export const RowButton = ({ icon, name, detail, ...button }: RowProps & Omit<ComponentProps<'button'>, 'name'>) => (
  <button type="button" {...button} className={css.row}>
    <RowContent icon={icon} name={name} detail={detail} />
  </button>
)

/** A setting with its control at the end. On narrow screens, the control is below. */
export const RowSetting = ({ icon, name, children }: RowProps & { children: ReactNode }) => (
  <div className={css.setting}>
    <Icon icon={icon} className={css.icon} />
    <span className={css.words}>{name}</span>
    {children}
  </div>
)
