import { ApiError } from '#kit/contract/client.ts'
import type { MenuRow } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { actionTools } from './action-tools.ts'
import { type Action, type ActionTools, type Reader, sections } from './actions.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { recordStep } from './undo-history.ts'

/** What can be done with a subject, in the order of a menu. */
export const visibleActions = <T extends SubjectType>(
  actions: readonly Action<T>[],
  subject: SubjectOf<T>,
  reader: Reader,
): readonly Action<T>[] =>
  sections.flatMap((section) => actions.filter((action) => action.section === section && action.visible?.(subject, reader) !== false))

export const hasVisible = <T extends SubjectType>(actions: readonly Action<T>[], subject: SubjectOf<T>, reader: Reader): boolean =>
  actions.some((action) => action.visible?.(subject, reader) !== false)

/** The rows of a menu. */
export const rowsOf = <T extends SubjectType>(actions: readonly Action<T>[], subject: SubjectOf<T>, reader: Reader): MenuRow[] =>
  visibleActions(actions, subject, reader).map((action) => ({
    id: action.id,
    section: action.section,
    name: action.label(subject),
    icon: action.icon,
    keys: action.keys,
    disabledReason: action.disabledReason?.(subject, reader),
    perform: () => void runAction(action, subject),
  }))

/** Does an action; what can be taken back goes into the history, and a refusal is said. */
export const runAction = <T extends SubjectType>(action: Action<T>, subject: SubjectOf<T>, pasted?: string): Promise<void> =>
  performStep((tools) => action.run(subject, { ...tools, pasted }))

/** Does something that is no action of a menu, in the same way: what was dragged. */
export async function performStep(run: (tools: ActionTools) => ReturnType<Action<SubjectType>['run']>): Promise<void> {
  try {
    const step = await run(actionTools())
    if (step) recordStep(step)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}
