import { lazily } from '#ui/lazily.ts'
import { RowComing } from '#ui/Skeleton.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { pagesContract } from '../../contract.ts'
import { Introduction } from './Introduction.tsx'
import { isWelcomeView, useWelcome, type WelcomeView } from './useWelcome.ts'
import { WelcomeBlock } from './WelcomeBlock.tsx'

const LastWatched = lazily(() => import('#features/tv-watching/web/start/AlreadyOn.tsx').then((module) => module.LastWatched))

/** The introduction of the public home for users, below their own rows. */
export const HomeWelcome = ({ subject: { id } }: { subject: SubjectOf<'view'> }) => id === 'globe' && <OfView view={id} />

/** The introduction of a view. The home of guests who watched TV, `start`, has the channel watched last instead. */
export function ViewWelcome({ view }: { view: string }) {
  if (view === 'start') return <LastWatched otherwise={<Introduction />} />
  return isWelcomeView(view) && <OfView view={view} />
}

function OfView({ view }: { view: WelcomeView }) {
  const { page, isComing, hide } = useWelcome(view, pagesContract[view])
  return isComing ? <RowComing /> : page && <WelcomeBlock page={page} onHide={hide} />
}
