import { matchesKeys } from '#ui/keys.ts'
import { toast } from '#ui/toasts.ts'
import type { Action } from './actions.ts'
import { ensureLoggedIn } from './login-needed.ts'
import { loadedActions, hasGuestMenu, loadActions, loadGuestActions, currentReader } from './registry.ts'
import { runAction, visibleActions } from './run-action.ts'
import { selection } from './selection.ts'
import { appSubject, type Subject, subjectsAt, type SubjectType } from './subjects.ts'

/** Clipboard shortcuts, as written for actions. */
export const clipboardKeys = { copy: 'Mod+c', cut: 'Mod+x', paste: 'Mod+v' } as const

/** Returns the subjects around the focus, nearest first, and then the product. Without focus: the subjects of the screen. */
export const subjectsAround = (focused: Element | null): Subject[] => [
  ...subjectsAt(focused && focused !== document.body ? focused : document.getElementById('content')),
  appSubject,
]

/** Returns the action that fits, of the nearest subject that has one. Returns undefined if this action is disabled. */
async function findAction(subjects: readonly Subject[], fits: (action: Action<SubjectType>) => boolean) {
  const reader = currentReader()
  const types = subjects.map(({ type }) => type)
  await loadActions(types, reader)
  if (hasGuestMenu(types)) await loadGuestActions(types)
  for (const subject of subjects) {
    const action = visibleActions<SubjectType>(loadedActions(subject.type), subject, reader).find(fits)
    if (action) return action.disabledReason?.(subject, reader) === undefined ? { action, subject } : undefined
  }
  return undefined
}

/** Whether copying and pasting here needs a login. Guests who try get the login dialog. */
const isForUsersOnly = (subjects: readonly Subject[]) => subjects.some(({ type }) => type !== 'app') && !ensureLoggedIn()

/** Runs the action for the pressed keys, on the selection or the nearest subject. @param subjects nearest first */
export async function performKeys(event: KeyboardEvent, subjects: readonly Subject[]): Promise<void> {
  // The paste event handles pastes, because only that event has the text.
  if (matchesKeys(clipboardKeys.paste, event)) return
  if (matchesKeys(clipboardKeys.copy, event) || matchesKeys(clipboardKeys.cut, event)) {
    // If text is selected, the browser copies that text.
    if (getSelection()?.isCollapsed === false || isForUsersOnly(subjects)) return
  }
  const matches = ({ keys }: Action<SubjectType>) => keys !== undefined && matchesKeys(keys, event)
  const selected = selection.get()?.subjects.slice(0, 1) ?? []
  const result =
    (await findAction(selected, (action) => action.many !== undefined && matches(action))) ?? (await findAction(subjects, matches))
  if (result) await runAction(result.action, result.subject)
}

/** Passes a pasted text to the nearest subject that handles it, or shows why none does. */
export async function performPaste(text: string, focused: Element | null): Promise<void> {
  const subjects = subjectsAround(focused)
  if (isForUsersOnly(subjects)) return
  const match = await findAction(subjects, ({ matchesClipboard }) => matchesClipboard?.(text) === true)
  if (match) return runAction(match.action, match.subject, text)
  const [refusal] = subjects.flatMap((subject) =>
    loadedActions<SubjectType>(subject.type).flatMap((action) => action.pasteRefusal?.(subject, text) ?? []),
  )
  if (refusal !== undefined) toast(refusal, { warning: true })
}
