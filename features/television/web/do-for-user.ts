import { mayAct } from '#shell/login-needed.ts'
import type { ActionTools } from '#shell/actions.ts'
import type { SubjectOf, SubjectType } from '#shell/subjects.ts'

/** Does what a menu would do, from a button that guests have too: they are told to log in. */
export async function actForUser<T extends SubjectType>(id: string, subject: SubjectOf<T>): Promise<void> {
  if (!mayAct()) return
  const { performAction } = await import('#shell/perform-action.ts')
  await performAction(id, subject)
}

/** The same for what is no action of a menu. */
export async function runForUser(run: (tools: ActionTools) => void): Promise<void> {
  if (!mayAct()) return
  const { actionTools } = await import('#shell/action-tools.ts')
  run(actionTools())
}
