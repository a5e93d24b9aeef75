import { createStore } from './store.ts'

export interface Toast {
  id: number
  text: string
  /** What undoes it, or what helps. */
  action?: { name: string; perform: () => void } | undefined
  /** It has gone without that. */
  onGone?: (() => void) | undefined
  /** Something went wrong: amber, with an icon. */
  warning?: boolean | undefined
  /** Stands until it is answered or dismissed. */
  lasting?: boolean | undefined
}

export const toasts = createStore<readonly Toast[]>([])

/** How many stand over each other; an older one makes place. */
const maxToasts = 3
let last = 0

/** Says something in passing, above the navigation, for 10 s. Give `action` to let it be undone. @returns what dismisses it */
export function toast(text: string, more: Omit<Toast, 'id' | 'text'> = {}): () => void {
  const next = { id: ++last, text, ...more }
  const before = toasts.get()
  toasts.set([...before.filter((one) => one.text !== text), next].slice(-maxToasts))
  leave(before)
  return () => dismissToast(next.id)
}

/** Of those that stood there before, some have made place. */
function leave(before: readonly Toast[]): void {
  const now = toasts.get()
  for (const one of before) if (!now.includes(one)) one.onGone?.()
}

/** What was last said to screen readers alone. */
export const announcement = createStore({ text: '', turn: 0 })

/** Says what others see by itself: that something has moved. */
export const announce = (text: string): void => announcement.set(({ turn }) => ({ text, turn: turn + 1 }))

export function dismissToast(id: number): void {
  const before = toasts.get()
  toasts.set(before.filter((one) => one.id !== id))
  leave(before)
}

/** Does what a toast offers: what it stood for is done with. */
export function actOnToast({ id, action }: Toast): void {
  toasts.set((now) => now.filter((one) => one.id !== id))
  action?.perform()
}
