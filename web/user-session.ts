import { accountsContract } from '#features/accounts/contract.ts'
import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { storage } from '#kit/web/storage.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { typedInput } from '#kit/web/tab.ts'
import { toast } from '#ui/toasts.ts'
import { hasUnsaved, runWhenSaved } from '#ui/unsaved.ts'
import { t } from '#shell/texts.ts'
import { currentReader } from '#shell/registry.ts'

shellHooks.leftTeam = () => toast(t('team.left'), { warning: true })
shellHooks.loggedOut = () => void import('#shell/logged-out.ts').then(({ showLoggedOut }) => showLoggedOut())

/**
 * In team mode, checks that the user is still a member, because not every screen reads data of the team. If not, `send` ends the team mode
 * and says so.
 */
function checkTeamMode(): void {
  const { signedIn, inTeam } = currentReader()
  if (!signedIn || !inTeam) return
  if (storage.get('team_id') === undefined) storage.remove('account_mode')
  // Errors are ignored, because the next visit checks again.
  else void callEndpoint(accountsContract.getActingTeam, {}, send).catch(() => undefined)
}

let currentUserId = storage.get('user_id')

/** Binds unsaved input of this tab to the user who typed it, when another tab logs out or in. */
function bindTypedInput(): void {
  const previousUserId = currentUserId
  currentUserId = storage.get('user_id')
  if (currentUserId === previousUserId || previousUserId === undefined || typedInput.userId !== undefined || !hasUnsaved()) return
  typedInput.userId = previousUserId
  runWhenSaved(() => (typedInput.userId = undefined))
}

/** Starts what only users need. May be called again, after each login. */
export function startUserSession(): void {
  checkTeamMode()
  storage.subscribe(bindTypedInput)
}
