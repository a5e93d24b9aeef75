import type { ReactNode } from 'react'
import { DialSkeleton } from '#ui/Skeleton.tsx'
import { useLate } from '#ui/useLate.ts'
import css from './DialPlace.module.css'

/** The room of the dial is kept from the start, so that nothing below it moves when it comes. */
export function DialPlace({ pending, children }: { pending: boolean; children: ReactNode }) {
  const late = useLate(pending)
  return (
    <div className={css.place} data-drop-bar="">
      {pending ? late && <DialSkeleton /> : children}
    </div>
  )
}
