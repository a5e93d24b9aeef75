import { type ReactNode, Suspense } from 'react'
import { isSignedIn, useSignedIn } from '#kit/web/storage.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { areFeaturesLoading, slotParts, useLoadedActions } from './registry.ts'
import type { SlotName, Slots } from './slots.ts'
import type { SubjectOf } from './subjects.ts'

interface SlotProps<S extends SlotName> {
  name: S
  subject: SubjectOf<Slots[S]>
  /** Shown instead of each part while its code loads. */
  coming?: ReactNode
}

/** Renders the parts that features registered for a slot, beside a subject. A part that crashes affects nothing else. */
export function Slot<S extends SlotName>({ name, subject, coming = <DelayedSkeleton /> }: SlotProps<S>) {
  const signedIn = useSignedIn()
  useLoadedActions()
  return (
    <>
      {slotParts(name, subject.type, () => signedIn).map(({ Part }, index) => (
        <ErrorBoundary key={index} fallback={() => null}>
          <Suspense fallback={coming}>
            <Part subject={subject as never} />
          </Suspense>
        </ErrorBoundary>
      ))}
      {signedIn && areFeaturesLoading() && coming}
    </>
  )
}

/** Returns a slot for use as a prop. Returns undefined if the slot has no parts, so that the caller reserves no space. */
export const slotOf = <S extends SlotName>(name: S, subject: SubjectOf<Slots[S]>) =>
  slotParts(name, subject.type, isSignedIn).length > 0 ? <Slot name={name} subject={subject} /> : undefined
