import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { lockSimple } from '#ui/icons.ts'
import css from './LockMark.module.css'
import { t } from './texts.ts'

/** Marks a thing that requires a package. @param bare shows the icon only; screen readers get the text */
export const LockMark = ({ bare = false }: { bare?: boolean }) => (
  <>
    <Icon of={lockSimple} size={14} /> <span className={bare ? css.words : undefined}>{t('lock.tier_required')}</span>
  </>
)

/** The same on a stop's disc. */
export const LockOnDisc = () => (
  <span className={css.onDisc}>
    <LockMark bare />
  </span>
)

/** A line about a card, which says so if a package is required. */
export const LockedLine = ({ isLocked, children }: { isLocked: boolean; children: ReactNode }) =>
  isLocked ? (
    <>
      {children} <LockMark bare />
    </>
  ) : (
    children
  )
