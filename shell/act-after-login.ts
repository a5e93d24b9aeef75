import { storage } from '#kit/web/storage.ts'
import type { Action } from './actions.ts'
import { pendingActionLabel } from './pending-action.ts'
import { promptLogin } from './login-needed.ts'
import { runAction } from './run-action.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { t } from './texts.ts'

/**
 * Asks a guest to log in, and then runs the action that the guest chose. The action is kept in this page's memory only, so that no URL can
 * run actions.
 */
export async function actAfterLogin<T extends SubjectType>(action: Action<T>, subject: SubjectOf<T>): Promise<void> {
  const label = t('login_needed.after', { action: action.label(subject), name: subject.name })
  await promptLogin('feature', label)
  // The user dismissed the dialog.
  if (storage.get('redirected_from') === undefined) return
  pendingActionLabel.set(label)
  const stop = storage.subscribe(() => {
    const signedIn = storage.get('access_token') !== undefined
    if (!signedIn && storage.get('redirected_from') !== undefined) return
    stop()
    pendingActionLabel.set(undefined)
    if (signedIn) void runAction(action, subject)
  })
}
