import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Disc } from '#ui/Disc.tsx'
import { userFill, usersThree } from '#ui/icons.ts'
import { type MenuRow, openMenu } from '#ui/menus.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { teamsContract, type TeamTile } from '../../contract.ts'
import { t } from '../texts.ts'
import { saveTypedOnSwitch } from './save-typed-input.ts'
import { switchToUser, useActingTeam, switchToTeam } from './acting-team.ts'
import css from './TeamBadge.module.css'

/**
 * Shows the team that the user acts for in the header of every page, with a menu to switch. Renders nothing if the user acts for no team.
 */
export function TeamBadge() {
  const id = useActingTeam()
  useEffect(saveTypedOnSwitch, [])
  return id !== undefined ? <Badge id={id} /> : null
}

function Badge({ id }: { id: string }) {
  const { data: teams = [] } = useRead(teamsContract.listTeams, {})
  const team = teams.find((team) => team.id === id)
  const name = team?.name ?? t('mode.loading')
  const label = t('mode.label', { name })
  return (
    <button
      type="button"
      className={css.badge}
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      data-team=""
      onClick={(event) => openMenu({ label: name, rows: () => rowsOf(id, teams) }, event.currentTarget)}
    >
      <Disc id={id} name={name} picture={team?.logo} size={28} eager />
      <span className={css.name}>{name}</span>
    </button>
  )
}

const rowsOf = (id: string, teams: readonly TeamTile[]): MenuRow[] => [
  { id: 'me', section: 'mode', name: t('mode.me'), icon: userFill, perform: () => void switchToUser() },
  ...teams
    .filter((team) => team.id !== id && !team.is_pending)
    .map((team) => ({
      id: team.id,
      section: 'mode',
      name: t('mode.work_as', { name: team.name }),
      icon: usersThree,
      perform: () => void switchToTeam(team),
    })),
  { id: 'team', section: 'page', name: t('mode.page'), icon: usersThree, perform: () => go(paths.teams({ teamId: id })) },
]
