import { accountsContract } from '#features/accounts/contract.ts'
import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { storage } from '#kit/web/storage.ts'

/** Returns to own mode without a login or a team, and when the server says that the user is not in it: `send` does that, and says so. */
export async function checkTeamMode(): Promise<void> {
  if (storage.get('access_token') === undefined || storage.get('team_id') === undefined) storage.remove('account_mode', 'team_id')
  // Without an answer nothing is known: the next visit asks again.
  else await call(accountsContract.getActingTeam, {}, send).catch(() => undefined)
}
