import type { WelcomeFlag } from '#features/accounts/rules.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import type { ApiError } from '#kit/contract/client.ts'
import { editResponse } from '#kit/web/change.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { getActionTools } from '#shell/action-tools.ts'

/**
 * Hides a view's introduction permanently for the user, before the server responds. If the server refuses, shows the introduction again
 * with an error.
 */
export function hideWelcome(flag: WelcomeFlag): Promise<unknown> {
  const optimistic = () => [editResponse(accountsContract.getProfile, {}, (now) => ({ ...now, [flag]: true }))]
  return getActionTools()
    .change(accountsContract.toggleWelcome, { body: { field: flag } }, { optimistic })
    .catch((error: ApiError) => shellHooks.refused(error))
}
