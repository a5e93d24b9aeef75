import type { SubjectOf } from '#shell/subjects.ts'

/**
 * Sends a guest to log in, then follows the channel. Loads the actions on demand, so that a guest's first page only references
 * this file.
 */
export async function subscribeAfterLogin(channel: SubjectOf<'playlist'>): Promise<void> {
  const [{ actAfterLogin }, { followChannel }] = await Promise.all([import('#shell/act-after-login.ts'), import('./follow.ts')])
  await actAfterLogin(followChannel, channel)
}
