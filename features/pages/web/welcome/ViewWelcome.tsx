import type { SubjectOf } from '#shell/subjects.ts'
import { pagesContract } from '../../contract.ts'
import { RowComing } from '#ui/Skeleton.tsx'
import { useWelcome, type WelcomeView } from './useWelcome.ts'
import { WelcomeBlock } from './WelcomeBlock.tsx'

/** The introduction of the public home for users, below their own rows. */
export const HomeWelcome = ({ subject: { id } }: { subject: SubjectOf<'view'> }) => id === 'globe' && <ViewWelcome view={id} />

/** The introduction of a view. */
export function ViewWelcome({ view }: { view: WelcomeView }) {
  const { page, isComing, hide } = useWelcome(view, pagesContract[view])
  return isComing ? <RowComing /> : page && <WelcomeBlock page={page} onHide={hide} />
}
