import { storage } from '#kit/web/storage.ts'
import type { Action } from './actions.ts'
import { comesFor } from './comes-for.ts'
import { askToLogIn } from './login-needed.ts'
import { runAction } from './run-action.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { t } from './texts.ts'

/**
 * Leads a guest to the login and back, and does then what they pressed: a programme they wanted to be reminded of is nowhere to be found
 * again otherwise. Known to this page alone, so that no address makes anybody do anything. Of an action that is not registered for guests,
 * nor yet for whoever has just logged in.
 */
export async function actAfterLogin<T extends SubjectType>(action: Action<T>, subject: SubjectOf<T>): Promise<void> {
  await askToLogIn()
  // Waved away.
  if (storage.get('redirected_from') === undefined) return
  comesFor.set(t('login_needed.after', { action: action.label(subject), name: subject.name }))
  const stop = storage.subscribe(() => {
    const signedIn = storage.get('access_token') !== undefined
    if (!signedIn && storage.get('redirected_from') !== undefined) return
    stop()
    comesFor.set(undefined)
    if (signedIn) void runAction(action, subject)
  })
}
