import { createStore } from './store.ts'

export interface Toast {
  id: number
  text: string
  /** Undo, or another action that helps. */
  action?: { name: string; perform: () => void } | undefined
  /** Called when the toast disappears without its action. */
  onDismiss?: (() => void) | undefined
  /** True if the toast shows an error, in amber with an icon. */
  warning?: boolean | undefined
  /** True if the toast stays until the user acts on it or dismisses it. */
  isPersistent?: boolean | undefined
}

export const toasts = createStore<readonly Toast[]>([])

/** Maximum number of toasts. If there are more, the oldest is removed. */
const maxToasts = 3
let lastId = 0

/** Shows a toast above the navigation for 10 s. Pass `action` to offer Undo. @returns a function that removes the toast */
export function toast(text: string, options: Omit<Toast, 'id' | 'text'> = {}): () => void {
  const next = { id: ++lastId, text, ...options }
  const before = toasts.get()
  toasts.set([...before.filter((item) => item.text !== text), next].slice(-maxToasts))
  notifyRemovedToasts(before)
  return () => dismissToast(next.id)
}

/** Calls `onDismiss` of toasts that were removed. */
function notifyRemovedToasts(before: readonly Toast[]): void {
  const now = toasts.get()
  for (const previousToast of before) if (!now.includes(previousToast)) previousToast.onDismiss?.()
}

/** The latest message that only screen readers get. `turn` changes with each message. */
export const announcement = createStore({ text: '', turn: 0 })

/** Announces a visible change, such as a move, to screen readers. */
export const announce = (text: string): void => announcement.set(({ turn }) => ({ text, turn: turn + 1 }))

export function dismissToast(id: number): void {
  const before = toasts.get()
  toasts.set(before.filter((item) => item.id !== id))
  notifyRemovedToasts(before)
}

/** Runs a toast's action and removes the toast. */
export function runToastAction({ id, action }: Toast): void {
  toasts.set((now) => now.filter((item) => item.id !== id))
  action?.perform()
}
