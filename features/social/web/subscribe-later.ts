import type { SubjectOf } from '#shell/subjects.ts'

/**
 * Leads a guest to the login and back; the channel is followed then. The code of actions is asked for here: a guest's first page names
 * this file alone, and not all that those are made of.
 */
export async function subscribeAfterLogin(channel: SubjectOf<'playlist'>): Promise<void> {
  const [{ actAfterLogin }, { followChannel }] = await Promise.all([import('#shell/act-after-login.ts'), import('./follow-actions.ts')])
  await actAfterLogin(followChannel, channel)
}
