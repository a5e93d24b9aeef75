import { Suspense } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { Boundary } from '#ui/Boundary.tsx'
import { isSignedInNow, partsOf, type SlotName, useLoadedActions } from './registry.ts'
import type { Subject } from './subjects.ts'

interface SlotProps {
  name: SlotName
  subject: Subject
}

/** What features have put in this place, beside a subject. A part that breaks takes nothing else with it. */
export function Slot({ name, subject }: SlotProps) {
  const signedIn = useSignedIn()
  useLoadedActions()
  return partsOf(name, subject.type, () => signedIn).map(({ Part }, at) => (
    <Boundary key={at} fallback={() => null}>
      <Suspense>
        <Part subject={subject as never} />
      </Suspense>
    </Boundary>
  ))
}

/** The same for a component's prop: undefined when nobody has put anything there, so that no room is kept for it. */
export const slotOf = (name: SlotName, subject: Subject) =>
  partsOf(name, subject.type, isSignedInNow).length > 0 ? <Slot name={name} subject={subject} /> : undefined
