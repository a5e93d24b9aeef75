import { accountsContract } from '#features/accounts/contract.ts'
import { DialPlaceholder } from '#features/channels/web/DialPlaceholder.tsx'
import { useRead } from '#kit/web/read.ts'
import { Dial, Stop } from '#ui/Dial.tsx'
import { plusBold } from '#ui/icons.ts'
import { teamsContract } from '../../contract.ts'
import { createTeam } from '../open.ts'
import { t } from '../texts.ts'
import { switchToUser, useActingTeam, switchToTeam } from './acting-team.ts'

/** A bar in the settings with the user and their teams, to switch between them. */
export function TeamStops() {
  const currentTeam = useActingTeam()
  const teams = useRead(teamsContract.listTeams, {})
  const { data: me } = useRead(accountsContract.getProfile, {})
  return (
    <DialPlaceholder pending={!teams.data && !teams.error}>
      {me && teams.data && (
        <Dial label={t('mode.dial')}>
          <Stop
            id={me.id}
            name={me.nickname ?? t('mode.me_short')}
            picture={me.profile_picture}
            tuned={currentTeam === undefined}
            onClick={() => void (currentTeam !== undefined && switchToUser())}
          />
          {teams.data
            .filter(({ is_pending }) => !is_pending)
            .map(({ id, name, logo }) => (
              <Stop
                key={id}
                id={id}
                name={name}
                picture={logo}
                tuned={id === currentTeam}
                onClick={() => void (id !== currentTeam && switchToTeam({ id, name }))}
              />
            ))}
          <Stop id="new" name={t('form.create')} icon={plusBold} onClick={createTeam} />
        </Dial>
      )}
    </DialPlaceholder>
  )
}
