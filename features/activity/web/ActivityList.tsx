import { useEffect } from 'react'
import { usePages } from '#kit/web/read.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { lostTeam } from '#features/teams/web/lost-team.ts'
import { activityContract } from '../contract.ts'
import css from './Activity.module.css'
import { ActRow } from './ActRow.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { t } from './texts.ts'

/** Acts of a team's members, latest first. New acts appear at the top. */
export function ActivityList({ teamId }: { teamId: string }) {
  const pages = usePages(activityContract.listActivity, { params: { id: teamId } }, { enabled: lostTeam.use() !== teamId })
  const { items, error, refetch } = pages
  // Reads the list again, because the user's acts on other screens don't make it stale.
  useEffect(() => void refetch(), [refetch])
  return (
    <>
      <SuggestionList teamId={teamId} hidesFailure={!items && error !== null} />
      <LoadedContent read={{ ...pages, data: items }} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {(acts) =>
          acts.length === 0 ? (
            <p className={css.quiet}>{t('empty')}</p>
          ) : (
            <>
              <ul className={css.list} aria-label={t('title')}>
                {acts.map((act) => (
                  <ActRow key={act.id} teamId={teamId} act={act} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}
