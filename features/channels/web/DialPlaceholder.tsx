import type { ReactNode } from 'react'
import { DialSkeleton } from '#ui/Skeleton.tsx'
import { useDelayed } from '#ui/useDelayed.ts'
import css from './DialPlaceholder.module.css'

/** Reserves the height of the dial, so that content below it does not shift. */
export function DialPlaceholder({ pending, children }: { pending: boolean; children: ReactNode }) {
  const isLate = useDelayed(pending)
  return (
    <div className={css.place} data-drop-bar="">
      {pending ? isLate && <DialSkeleton /> : children}
    </div>
  )
}
