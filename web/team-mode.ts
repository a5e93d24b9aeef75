import { accountsContract } from '#features/accounts/contract.ts'
import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { storage } from '#kit/web/storage.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { toast } from '#ui/toasts.ts'
import { t } from '#shell/texts.ts'
import { currentReader } from '#shell/registry.ts'

shellHooks.leftTeam = () => toast(t('team.left'), { warning: true })

/**
 * In team mode, checks that the user is still a member, because not every screen reads data of the team. If not, `send` ends the team mode
 * and says so.
 */
export function checkTeamMode(): void {
  const { signedIn, inTeam } = currentReader()
  if (!signedIn || !inTeam) return
  if (storage.get('team_id') === undefined) storage.remove('account_mode')
  // Errors are ignored, because the next visit checks again.
  else void callEndpoint(accountsContract.getActingTeam, {}, send).catch(() => undefined)
}
