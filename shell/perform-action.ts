import { toast } from '#ui/toasts.ts'
import { loadedActions, loadActions, currentReader } from './registry.ts'
import { runAction } from './run-action.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { t } from './texts.ts'

/** Runs an action from a button, as a menu would. @param id of an action available to this reader */
export async function performAction<T extends SubjectType>(id: string, subject: SubjectOf<T>): Promise<void> {
  try {
    await loadActions([subject.type], currentReader())
  } catch {
    toast(t('failed.title'), { warning: true })
    return
  }
  const action = loadedActions<T>(subject.type).find((item) => item.id === id)
  if (!action) throw new Error(`No action ${id}`)
  await runAction(action, subject)
}
