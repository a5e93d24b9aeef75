import { createStore } from './store.ts'

export interface Toast {
  id: number
  text: string
  /** Undo or another helpful action. */
  action?: { name: string; perform: () => void } | undefined
  /** Called when it disappears without the action. */
  onGone?: (() => void) | undefined
  /** Whether the toast shows an error: amber, with an icon. */
  warning?: boolean | undefined
  /** Stays until answered or dismissed. */
  lasting?: boolean | undefined
}

export const toasts = createStore<readonly Toast[]>([])

/** Maximum number of stacked toasts; the oldest is removed. */
const maxToasts = 3
let last = 0

/** Shows a toast above the navigation for 10 s. Pass `action` to offer undo. @returns a dismiss function */
export function toast(text: string, options: Omit<Toast, 'id' | 'text'> = {}): () => void {
  const next = { id: ++last, text, ...options }
  const before = toasts.get()
  toasts.set([...before.filter((item) => item.text !== text), next].slice(-maxToasts))
  leave(before)
  return () => dismissToast(next.id)
}

/** Calls `onGone` of removed toasts. */
function leave(before: readonly Toast[]): void {
  const now = toasts.get()
  for (const previousToast of before) if (!now.includes(previousToast)) previousToast.onGone?.()
}

/** The last message for screen readers only. */
export const announcement = createStore({ text: '', turn: 0 })

/** Announces a visible change, such as a move, to screen readers. */
export const announce = (text: string): void => announcement.set(({ turn }) => ({ text, turn: turn + 1 }))

export function dismissToast(id: number): void {
  const before = toasts.get()
  toasts.set(before.filter((item) => item.id !== id))
  leave(before)
}

/** Runs a toast's action and removes the toast. */
export function actOnToast({ id, action }: Toast): void {
  toasts.set((now) => now.filter((item) => item.id !== id))
  action?.perform()
}
