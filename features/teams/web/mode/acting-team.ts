import { storage, useStored } from '#kit/web/storage.ts'
import { actingTeam } from '#kit/web/viewer.ts'
import { confirmDiscard } from '#ui/confirm.ts'
import { clearUnsaved, hasUnsaved } from '#ui/unsaved.ts'
import { toast } from '#ui/toasts.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { t } from '../texts.ts'

/** Returns {@link actingTeam}, and rerenders when it changes. */
export function useActingTeam(): string | undefined {
  const mode = useStored('account_mode')
  const id = useStored('team_id')
  return mode === 'TEAM' ? id : undefined
}

/** Switches in all tabs, and goes to the channels of the new mode. Asks first if there is unsaved input, which is then discarded. */
async function switchActingTeam(change: () => void, message: string): Promise<void> {
  if (hasUnsaved() && !(await confirmDiscard())) return
  clearUnsaved()
  change()
  go(paths.myPlaylists(), { ask: false })
  toast(message)
}

/** Starts acting for a team: the app shows the team's channels, and new things belong to the team. */
export const switchToTeam = ({ id, name }: { id: string; name: string }): Promise<void> =>
  switchActingTeam(
    () => {
      storage.set('team_id', id)
      storage.set('account_mode', 'TEAM')
    },
    t('mode.team', { name }),
  )

/** Stops acting for a team that the user has left or that was deleted, without asking for confirmation. */
export function leaveTeamMode(teamId: string): void {
  if (actingTeam() === teamId) storage.remove('account_mode', 'team_id')
}

export const switchToUser = (): Promise<void> => switchActingTeam(() => storage.remove('account_mode', 'team_id'), t('mode.own'))
