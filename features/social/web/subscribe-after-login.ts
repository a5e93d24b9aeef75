import type { SubjectOf } from '#shell/subjects.ts'

/** Asks a guest to log in, and then follows the channel. Loads the actions on demand, because a guest's first page contains this file. */
export async function subscribeAfterLogin(channel: SubjectOf<'playlist'>): Promise<void> {
  const [{ actAfterLogin }, { followChannel }] = await Promise.all([import('#shell/act-after-login.ts'), import('./follow.ts')])
  await actAfterLogin(followChannel, channel)
}
