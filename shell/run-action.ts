import { ApiError } from '#kit/contract/client.ts'
import type { MenuRow } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from './action-tools.ts'
import { type Action, type ActionTools, type Reader, actionSections } from './actions.ts'
import { ensureLoggedIn } from './login-needed.ts'
import { endSelection, endSelectionOf, selectionWith } from './selection.ts'
import type { Subject, SubjectOf, SubjectType } from './subjects.ts'
import { recordStep } from './undo-history.ts'

/** Returns a subject's actions in menu order. */
export const visibleActions = <T extends SubjectType>(
  actions: readonly Action<T>[],
  subject: SubjectOf<T>,
  reader: Reader,
): readonly Action<T>[] =>
  actionSections.flatMap((section) => actions.filter((action) => action.section === section && action.visible?.(subject, reader) !== false))

/** Returns the actions that apply to each of several subjects. */
export const actionsForAll = <T extends SubjectType>(
  actions: readonly Action<T>[],
  subjects: readonly SubjectOf<T>[],
  reader: Reader,
): readonly (Action<T> & Required<Pick<Action<T>, 'many'>>)[] =>
  actionSections.flatMap((section) =>
    actions.flatMap(({ many, ...action }) =>
      many && action.section === section && subjects.every((subject) => action.visible?.(subject, reader) !== false)
        ? [{ ...action, many }]
        : [],
    ),
  )

export const hasVisible = <T extends SubjectType>(actions: readonly Action<T>[], subject: SubjectOf<T>, reader: Reader): boolean =>
  actions.some((action) => action.visible?.(subject, reader) !== false)

const selectedOf = <T extends SubjectType>(subject: SubjectOf<T>) =>
  selectionWith(subject as unknown as Subject) as unknown as readonly SubjectOf<T>[] | undefined

/** Returns menu rows; for a subject in a multiple selection, the actions on the whole selection. */
export function menuRows<T extends SubjectType>(actions: readonly Action<T>[], subject: SubjectOf<T>, reader: Reader): MenuRow[] {
  const selected = selectedOf(subject)
  const rowOf = ({ id, section, icon, keys }: Action<T>) => ({ id, section, icon, keys })
  if (selected)
    return actionsForAll(actions, selected, reader).map((action) => ({
      ...rowOf(action),
      name: action.many.label(),
      perform: () => void runForAll(action, selected),
    }))
  return visibleActions(actions, subject, reader).map((action) => ({
    ...rowOf(action),
    name: action.label(subject),
    disabledReason: action.disabledReason?.(subject, reader),
    perform: () => void runAction(action, subject),
  }))
}

/** Runs an action, on the whole selection if the subject is in it. Records undo and shows refusals. */
export async function runAction<T extends SubjectType>(action: Action<T>, subject: SubjectOf<T>, pasted?: string): Promise<void> {
  if (subject.type !== 'app' && !action.forGuests && !ensureLoggedIn()) return
  const { many } = action
  const selected = many && selectedOf(subject)
  if (many && selected) return runForAll({ many }, selected)
  return performStep(async (tools) => {
    const step = await action.run(subject, { ...tools, pasted })
    if (step && many) endSelectionOf([subject])
    return step
  })
}

/** Runs an action on several subjects, then clears the selection. */
export const runForAll = <T extends SubjectType>(
  { many }: Required<Pick<Action<T>, 'many'>>,
  subjects: readonly SubjectOf<T>[],
): Promise<void> =>
  performStep(async (tools) => {
    const step = await many.run(subjects, tools)
    if (step) endSelection()
    return step
  })

/** Runs a change, such as an action or a drop. Records how to undo it, and shows why it was refused. */
export async function performStep(run: (tools: ActionTools) => ReturnType<Action<SubjectType>['run']>): Promise<void> {
  try {
    const step = await run(getActionTools())
    if (step) recordStep(step)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: error.status !== 202 })
  }
}
