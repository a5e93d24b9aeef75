import { isSignedIn } from '#kit/web/storage.ts'
import { ensureLoggedIn } from './login-needed.ts'
import type { ActionTools } from './actions.ts'
import { loadedActions, loadGuestActions } from './registry.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'

/** Runs a menu's action from a button. Guests have the button too: they are asked to log in, and the action runs afterwards. */
export async function actForUser<T extends SubjectType>(id: string, subject: SubjectOf<T>): Promise<void> {
  if (!isSignedIn()) return actAfterLoginPrompt(id, subject)
  const { performAction } = await import('./perform-action.ts')
  await performAction(id, subject)
}

async function actAfterLoginPrompt<T extends SubjectType>(id: string, subject: SubjectOf<T>): Promise<void> {
  const { actAfterLogin } = await import('./act-after-login.ts')
  await loadGuestActions([subject.type])
  const action = loadedActions<T>(subject.type).find((item) => item.id === id)
  if (action) await actAfterLogin(action, subject)
}

/** Like {@link actForUser}, for work that isn't a menu action. */
export async function runForUser(run: (tools: ActionTools) => void): Promise<void> {
  if (!ensureLoggedIn()) return
  const { getActionTools } = await import('./action-tools.ts')
  run(getActionTools())
}
