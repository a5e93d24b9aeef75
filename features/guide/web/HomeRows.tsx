import { useRead } from '#kit/web/read.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { guideContract } from '../contract.ts'
import { OnNowRow } from './OnNowRow.tsx'
import { PromotedRow } from '#features/tv-sources/web/PromotedRow.tsx'

interface HomeRowsProps {
  subject: SubjectOf<'view'>
}

/** If both rows fail to load, only the first says so. */
function Rows() {
  const { data, error } = useRead(guideContract.listTonight, { query: {} })
  return (
    <>
      <OnNowRow />
      <PromotedRow hidesFailure={!data && error !== null} />
    </>
  )
}

/** Rows above the public channels. */
export const PublicHomeRows = ({ subject }: HomeRowsProps) => subject.id === 'globe' && <Rows />

/** Rows below the user's own channels, which are the main content. */
export const OwnHomeRows = ({ subject }: HomeRowsProps) => subject.id === 'heart' && <Rows />
