import { accountsContract } from '#features/accounts/contract.ts'
import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { storage } from '#kit/web/storage.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { toast } from '#ui/toasts.ts'
import { t } from '#shell/texts.ts'
import { readerNow } from '#shell/registry.ts'

shellHooks.leftTeam = () => toast(t('team.left'), { warning: true })

/**
 * In team mode, asks whether the user is still in the team: not every screen asks for what the team matters to. `send` returns to own mode
 * when the server says no, and tells the user.
 */
export function checkTeamMode(): void {
  const { signedIn, inTeam } = readerNow()
  if (!signedIn || !inTeam) return
  if (storage.get('team_id') === undefined) storage.remove('account_mode')
  // Without an answer nothing is known: the next visit asks again.
  else void call(accountsContract.getActingTeam, {}, send).catch(() => undefined)
}
