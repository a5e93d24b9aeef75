import { Suspense } from 'react'
import { Boundary } from '#ui/Boundary.tsx'
import { partsOf, type SlotName } from './registry.ts'
import type { Subject } from './subjects.ts'

interface SlotProps {
  name: SlotName
  subject: Subject
}

/** What features have put in this place, beside a subject. A part that breaks takes nothing else with it. */
export const Slot = ({ name, subject }: SlotProps) =>
  partsOf(name, subject.type).map(({ Part }, at) => (
    <Boundary key={at} fallback={() => null}>
      <Suspense>
        <Part subject={subject as never} />
      </Suspense>
    </Boundary>
  ))

/** The same for a component's prop: undefined when nobody has put anything there, so that no room is kept for it. */
export const slotOf = (name: SlotName, subject: Subject) =>
  partsOf(name, subject.type).length > 0 ? <Slot name={name} subject={subject} /> : undefined
