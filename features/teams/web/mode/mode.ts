import { storage, useStored } from '#kit/web/storage.ts'
import { confirmDiscard } from '#ui/confirm.ts'
import { clearUnsaved, hasUnsaved } from '#ui/unsaved.ts'
import { toast } from '#ui/toasts.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { t } from '../texts.ts'

/** Returns the id of the team that the user acts for; undefined in their own mode. */
export const actingTeam = (): string | undefined => (storage.get('account_mode') === 'TEAM' ? storage.get('team_id') : undefined)

/** {@link actingTeam}, updated on switches. */
export function useActingTeam(): string | undefined {
  const mode = useStored('account_mode')
  const id = useStored('team_id')
  return mode === 'TEAM' ? id : undefined
}

/** Switches in all tabs, and shows the channels of the new mode. Input typed in the other mode must not be sent in this one. */
async function switchMode(change: () => void, message: string): Promise<void> {
  if (hasUnsaved() && !(await confirmDiscard())) return
  clearUnsaved()
  change()
  go(paths.myPlaylists(), { ask: false })
  toast(message)
}

/** Acts for a team: its channels are shown, and new things belong to it. */
export const workAs = ({ id, name }: { id: string; name: string }): Promise<void> =>
  switchMode(
    () => {
      storage.set('team_id', id)
      storage.set('account_mode', 'TEAM')
    },
    t('mode.team', { name }),
  )

/** Ends the team mode without a question when the user has left this team, or it was deleted. */
export function leaveMode(teamId: string): void {
  if (actingTeam() === teamId) storage.remove('account_mode', 'team_id')
}

export const switchToMe = (): Promise<void> => switchMode(() => storage.remove('account_mode', 'team_id'), t('mode.own'))
