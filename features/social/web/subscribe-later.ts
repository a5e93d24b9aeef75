import { storage } from '#kit/web/storage.ts'
import { askToLogIn } from '#shell/login-needed.ts'

/** The channel that a guest wants to follow once they are logged in: known to this page alone, so that no address makes anybody follow. */
let wanted: string | undefined

/** Leads a guest to the login, and back to the channel. */
export async function subscribeAfterLogin(channelId: string): Promise<void> {
  wanted = channelId
  await askToLogIn()
  // Waved away.
  if (storage.get('redirected_from') === undefined) wanted = undefined
}

/** Is this what they have logged in for? It is said once. */
export function isWanted(channelId: string): boolean {
  const is = wanted === channelId
  if (is) wanted = undefined
  return is
}
