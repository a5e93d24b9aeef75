import type { ReactNode } from 'react'
import css from './LockedLine.module.css'
import { LockMark } from './LockMark.tsx'

interface LockedLineProps {
  isLocked: boolean
  children: ReactNode
}

/** A name, or a line about a card, with a mark if the thing requires a package. */
export const LockedLine = ({ isLocked, children }: LockedLineProps) =>
  isLocked ? (
    <>
      {children}{' '}
      <span className={css.lock}>
        <LockMark />
      </span>
    </>
  ) : (
    children
  )
