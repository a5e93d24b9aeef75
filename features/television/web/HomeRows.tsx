import type { SubjectOf } from '#shell/subjects.ts'
import { OnNowRow } from './OnNowRow.tsx'
import { PromotedRow } from './PromotedRow.tsx'

interface HomeRowsProps {
  subject: SubjectOf<'view'>
}

const rows = (
  <>
    <OnNowRow />
    <PromotedRow />
  </>
)

/** Before everybody's channels. */
export const GlobeRows = ({ subject }: HomeRowsProps) => subject.id === 'globe' && rows

/** After one's own channels, which one comes for. */
export const HeartRows = ({ subject }: HomeRowsProps) => subject.id === 'heart' && rows
