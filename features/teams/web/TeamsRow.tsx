import { useRead } from '#kit/web/read.ts'
import { usersThree } from '#ui/icons.ts'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { teamsContract } from '../contract.ts'
import { t } from './texts.ts'

/** A row in the account settings with the number of open invitations. Without invitations, it shows the names of the user's teams. */
export function TeamsRow() {
  const { data, error } = useRead(teamsContract.listTeams, {})
  if (!data && !error) return <DelayedSkeleton />
  const teams = data ?? []
  const invitations = teams.filter(({ is_pending }) => is_pending).length
  const names = teams.map(({ name }) => name).join(', ')
  return (
    <RowLink
      icon={usersThree}
      name={t('title')}
      detail={invitations > 0 ? t('settings.invited', { count: invitations }) : names}
      href={paths.teams()}
    />
  )
}
