import { lazily } from '#ui/lazily.ts'
import { PosterWallSkeleton } from '#ui/PosterWallSkeleton.tsx'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { useActingTeam } from '#features/teams/web/mode/acting-team.ts'
import { useRead } from '#kit/web/read.ts'
import { pagesContract, type WelcomePage } from '../../contract.ts'
import { t } from '../texts.ts'
import { Introduction } from './Introduction.tsx'
import { isWelcomeView, useWelcome, type WelcomeView } from './useWelcome.ts'
import { WelcomeBlock } from './WelcomeBlock.tsx'

const LastWatched = lazily(() => import('#features/tv-watching/web/start/LastWatchedRow.tsx').then((module) => module.LastWatched))

/** The introduction of the public home for users, below their own rows. */
export const UserPublicHomeWelcome = ({ subject: { id } }: { subject: SubjectOf<'view'> }) =>
  id === 'globe' && <LoadedViewWelcome view={id} />

/** The introduction of the user's channels, below them. */
export const OwnHomeWelcome = ({ subject: { id } }: { subject: SubjectOf<'view'> }) => id === 'heart' && <LoadedViewWelcome view={id} />

/**
 * The introduction of a view. The view `start` is the home page of guests who have watched TV: the TV channel watched last replaces the
 * introduction.
 */
export function ViewWelcome({ view }: { view: string }) {
  if (view === 'start') return <LastWatched fallback={<Introduction />} />
  return isWelcomeView(view) && <LoadedViewWelcome view={view} />
}

/** The skeleton of the wall of TV channels below the introduction, which continues when the introduction is hidden. */
const wallPlaceholder = (
  <DelayedSkeleton>
    <PosterWallSkeleton />
  </DelayedSkeleton>
)

function LoadedViewWelcome({ view }: { view: WelcomeView }) {
  const { page, isComing, hide } = useWelcome(view, pagesContract[view])
  const teamId = useActingTeam()
  if (isComing) return view === 'tv' ? wallPlaceholder : <CarouselPlaceholder />
  if (!page) return null
  return view === 'heart' && teamId !== undefined ? (
    <TeamWelcome id={teamId} page={page} onHide={hide} />
  ) : (
    <WelcomeBlock page={page} onHide={hide} />
  )
}

/** The introduction of a team's channels, in words for its members. */
function TeamWelcome({ id, page, onHide }: { id: string; page: WelcomePage; onHide: () => void }) {
  const { data: teams } = useRead(teamsContract.listTeams, {})
  const team = teams?.find((team) => team.id === id)
  if (!team) return <CarouselPlaceholder />
  return (
    <WelcomeBlock page={{ ...page, title: t('team.title'), description: t('team.description', { name: team.name }) }} onHide={onHide} />
  )
}
