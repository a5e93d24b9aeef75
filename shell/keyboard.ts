import { matchesKeys } from '#ui/keys.ts'
import { toast } from '#ui/toasts.ts'
import type { Action } from './actions.ts'
import { mayAct } from './login-needed.ts'
import { actionsOf, hasGuestMenu, loadActions, loadGuestActions, readerNow } from './registry.ts'
import { runAction, visibleActions } from './run-action.ts'
import { selection } from './selection.ts'
import type { Subject, SubjectType } from './subjects.ts'

/** The keys of the clipboard, as actions have them. */
export const clipboardKeys = { copy: 'Mod+c', cut: 'Mod+x', paste: 'Mod+v' } as const

/** The action of the nearest subject that fits and can be done now. */
async function find(subjects: readonly Subject[], fits: (action: Action<SubjectType>) => boolean) {
  const reader = readerNow()
  const types = subjects.map(({ type }) => type)
  await loadActions(types, reader)
  if (hasGuestMenu(types)) await loadGuestActions(types)
  for (const subject of subjects) {
    const action = visibleActions<SubjectType>(actionsOf(subject.type), subject, reader).find(fits)
    if (action) return action.disabledReason?.(subject, reader) === undefined ? { action, subject } : undefined
  }
  return undefined
}

/** Copying and pasting is for users: a guest who means a thing is told so. */
const isForUsersOnly = (subjects: readonly Subject[]) => subjects.some(({ type }) => type !== 'app') && !mayAct()

/** Does what the pressed keys stand for: with all that are selected, else with the nearest subject. @param subjects the nearest first */
export async function performKeys(event: KeyboardEvent, subjects: readonly Subject[]): Promise<void> {
  // What is pasted comes with a text: by an event of its own.
  if (matchesKeys(clipboardKeys.paste, event)) return
  if (matchesKeys(clipboardKeys.copy, event) || matchesKeys(clipboardKeys.cut, event)) {
    // A text that is marked is what somebody means to copy.
    if (getSelection()?.isCollapsed === false || isForUsersOnly(subjects)) return
  }
  const isMeant = ({ keys }: Action<SubjectType>) => keys !== undefined && matchesKeys(keys, event)
  const selected = selection.get()?.subjects.slice(0, 1) ?? []
  const found = (await find(selected, (action) => action.many !== undefined && isMeant(action))) ?? (await find(subjects, isMeant))
  if (found) await runAction(found.action, found.subject)
}

/** Does with a pasted text what the nearest subject takes it for, or says why nothing is done. */
export async function performPaste(text: string, subjects: readonly Subject[]): Promise<void> {
  if (isForUsersOnly(subjects)) return
  const found = await find(subjects, ({ takesPaste }) => takesPaste?.(text) === true)
  if (found) return runAction(found.action, found.subject, text)
  const [refusal] = subjects.flatMap((subject) =>
    actionsOf<SubjectType>(subject.type).flatMap((action) => action.pasteRefusal?.(subject, text) ?? []),
  )
  if (refusal !== undefined) toast(refusal, { warning: true })
}
