import type { ReactNode } from 'react'
import { LockMark } from './LockMark.tsx'

interface LockedLineProps {
  isLocked: boolean
  children: ReactNode
}

/** A line about a card, with a mark if the thing requires a package. */
export const LockedLine = ({ isLocked, children }: LockedLineProps) =>
  isLocked ? (
    <>
      {children} <LockMark />
    </>
  ) : (
    children
  )
