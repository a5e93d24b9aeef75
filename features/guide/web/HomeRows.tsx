import type { SubjectOf } from '#shell/subjects.ts'
import { OnNowRow } from './OnNowRow.tsx'
import { PromotedRow } from '#features/tv-sources/web/PromotedRow.tsx'

interface HomeRowsProps {
  subject: SubjectOf<'view'>
}

const homeRows = (
  <>
    <OnNowRow />
    <PromotedRow />
  </>
)

/** Rows above the public channels. */
export const PublicHomeRows = ({ subject }: HomeRowsProps) => subject.id === 'globe' && homeRows

/** Rows below the user's own channels, which are the main content. */
export const OwnHomeRows = ({ subject }: HomeRowsProps) => subject.id === 'heart' && homeRows
