import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { plus } from '#ui/icons.ts'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { performAction } from '#shell/perform-action.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { type SubjectProps, useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { type TeamTile, teamsContract } from '../contract.ts'
import { createTeam } from './open.ts'
import { teamSubject } from './subjects.ts'
import css from './Teams.module.css'
import { t } from './texts.ts'

/** The user's teams, open invitations first. */
export function TeamList() {
  const read = useRead(teamsContract.listTeams, {})
  const propsOf = useSubjectMenu('team')
  return (
    <Screen title={t('title')} back={paths.settings()} busy={read.isPending}>
      <div className={css.page}>
        <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} rows={4} height={72} />}>
          {(all) => {
            const invitations = all.filter(({ is_pending }) => is_pending)
            const teams = all.filter(({ is_pending }) => !is_pending)
            return (
              <>
                {invitations.length > 0 && (
                  <section className={css.section} aria-labelledby="invitations">
                    <h2 id="invitations" className={css.title}>
                      {t('invitations.title')}
                    </h2>
                    <ul className={css.invitations}>
                      {invitations.map((team) => (
                        <Invitation key={team.id} team={team} />
                      ))}
                    </ul>
                  </section>
                )}
                {teams.length === 0 ? (
                  <StateMessage title={t('none')} text={t('none_text')} onAdd={createTeam}>
                    <CreateButton />
                  </StateMessage>
                ) : (
                  <section className={css.section} aria-label={t('list')}>
                    <div>
                      <CreateButton />
                    </div>
                    <ul className={css.list}>
                      {teams.map((team) => (
                        <TeamLine key={team.id} team={team} {...propsOf(teamSubject(team))} />
                      ))}
                    </ul>
                  </section>
                )}
              </>
            )
          }}
        </LoadedContent>
      </div>
    </Screen>
  )
}

const CreateButton = () => (
  <Button kind="accent" icon={plus} onClick={createTeam}>
    {t('form.create')}
  </Button>
)

const TeamLine = ({ team, ref, menu }: { team: TeamTile } & SubjectProps) => (
  <li ref={ref} className={css.line}>
    <LinkLine picture={<Disc id={team.id} name={team.name} picture={team.logo} />} name={team.name} href={paths.teams({ teamId: team.id })}>
      <AboutLine>
        {[
          t(team.is_admin ? 'admin' : 'member'),
          t('members_count', { count: team.users_count }),
          t('channels_count', { count: team.playlists_count }),
        ].join(' · ')}
      </AboutLine>
    </LinkLine>
    {menu && <MenuButton label={t('team.member_actions', { name: team.name })} menu={menu} />}
  </li>
)

/** An invitation, with buttons to accept or decline. */
export function Invitation({ team, as: Element = 'li' }: { team: TeamTile; as?: 'li' | 'div' }) {
  const { name } = team
  const answer = (id: 'accept' | 'decline') => void performAction(`team.${id}`, teamSubject(team))
  return (
    <Element className={css.invitation}>
      <Disc id={team.id} name={name} picture={team.logo} />
      <div className={css.words}>
        <p>{t('invitations.text', { name })}</p>
        {team.description && <p className={css.cut}>{team.description}</p>}
      </div>
      <div className={css.buttons}>
        <Button size="s" aria-label={t('invitations.decline_named', { name })} onClick={() => answer('decline')}>
          {t('invitations.decline')}
        </Button>
        <Button size="s" kind="accent" aria-label={t('invitations.accept_named', { name })} onClick={() => answer('accept')}>
          {t('invitations.accept')}
        </Button>
      </div>
    </Element>
  )
}
