import { useEffect } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { pencilSimple, signOut } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LongText } from '#ui/LongText.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { performAction } from '#shell/perform-action.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { type Team, teamsContract } from '../contract.ts'
import { lostTeam } from './lost-team.ts'
import { Members } from './Members.tsx'
import { teamSubject } from './subjects.ts'
import { TeamChannels } from './TeamChannels.tsx'
import { Invitation } from './TeamList.tsx'
import css from './Teams.module.css'
import { t } from './texts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Buttons below a team's description. Only members see them. */
    'teams.actions': 'team'
    /** Parts at the end of a team's page. Only members see them. */
    'teams.page': 'team'
  }
}

/** The page of a team, with its members and channels. Only members see it. */
export function TeamScreen({ id }: { id: string }) {
  const isLost = lostTeam.use() === id
  const team = useRead(teamsContract.getTeam, { params: { id } }, { enabled: !isLost })
  const profile = useRead(accountsContract.getProfile, {})
  const { data } = team
  // Resets the store, because the user may rejoin a team that they left.
  useEffect(() => lostTeam.set(undefined), [])
  const isMissing = team.error?.status === 404
  return (
    <Screen
      title={data?.name ?? t('title')}
      back={paths.teams()}
      subject={data && teamSubject(data)}
      light={data && { id, picture: data.logo }}
      busy={team.isPending}
    >
      <div className={css.page}>
        {isMissing ? (
          <MissingTeam id={id} />
        ) : (
          <LoadedContent read={team} failed={t('team.failed')} skeleton={<TeamSkeleton />}>
            {(loadedTeam) => <TeamContent team={loadedTeam} userId={profile.data?.id} />}
          </LoadedContent>
        )}
      </div>
    </Screen>
  )
}

function TeamContent({ team, userId }: { team: Team; userId: string | undefined }) {
  const subject = teamSubject(team)
  return (
    <>
      <div className={css.head}>
        <Disc id={team.id} name={team.name} picture={team.logo} size={88} eager />
        <div className={css.about}>
          {team.description ? <LongText>{team.description}</LongText> : <p className={css.quiet}>{t('team.no_description')}</p>}
          <div className={css.buttons}>
            <Slot name="teams.actions" subject={subject} />
            {team.is_admin && (
              <Button size="s" icon={pencilSimple} onClick={() => void performAction('team.edit', subject)}>
                {t('team.edit')}
              </Button>
            )}
            <Button size="s" icon={signOut} onClick={() => void performAction('team.leave', subject)}>
              {t('team.leave')}
            </Button>
          </div>
        </div>
      </div>
      <div className={css.columns}>
        <TeamChannels team={team} />
        <Members team={team} userId={userId} />
      </div>
      <Slot name="teams.page" subject={subject} />
    </>
  )
}

/** Replaces the page if the user isn't a member. Shows their invitation, if there is one. */
function MissingTeam({ id }: { id: string }) {
  const teams = useRead(teamsContract.listTeams, {})
  const invited = teams.data?.find((team) => team.id === id && team.is_pending)
  if (invited) return <Invitation team={invited} as="div" />
  return (
    <StateMessage title={t('team.missing')} text={t('team.missing_text')} picture="none">
      <ButtonLink kind="accent" href={paths.teams()}>
        {t('team.all')}
      </ButtonLink>
    </StateMessage>
  )
}

const TeamSkeleton = () => (
  <Skeleton label={t('team.loading')}>
    <div className={css.head}>
      <SkeletonBlock width={88} height={88} shape="round" />
      <div className={css.about}>
        <SkeletonBlock width={240} height={20} />
        <SkeletonBlock width={160} height={36} />
      </div>
    </div>
    <SkeletonBlock height={240} shape="card" />
  </Skeleton>
)
