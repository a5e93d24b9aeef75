import { matchesKeys } from '#ui/keys.ts'
import type { Action } from './actions.ts'
import { actionsOf, loadActions, readerNow } from './registry.ts'
import { runAction, visibleActions } from './run-action.ts'
import type { Subject, SubjectType } from './subjects.ts'

/** The action of the nearest subject that fits and can be done now. */
async function find(subjects: readonly Subject[], fits: (action: Action<SubjectType>) => boolean) {
  const reader = readerNow()
  await loadActions(
    subjects.map(({ type }) => type),
    reader,
  )
  for (const subject of subjects) {
    const action = visibleActions<SubjectType>(actionsOf(subject.type), subject, reader).find(fits)
    if (action) return action.disabledReason?.(subject, reader) === undefined ? { action, subject } : undefined
  }
  return undefined
}

/** Does what the pressed keys stand for. @param subjects the nearest first */
export async function performKeys(event: KeyboardEvent, subjects: readonly Subject[]): Promise<void> {
  const found = await find(subjects, ({ keys }) => keys !== undefined && matchesKeys(keys, event))
  if (found) await runAction(found.action, found.subject)
}

/** Does with a pasted text what the nearest subject takes it for. */
export async function performPaste(text: string, subjects: readonly Subject[]): Promise<void> {
  const found = await find(subjects, ({ takesPaste }) => takesPaste?.(text) === true)
  if (found) await runAction(found.action, found.subject, text)
}
