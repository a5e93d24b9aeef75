import { createStore } from './store.ts'

export interface Toast {
  id: number
  text: string
  /** What undoes it, or what helps. */
  action?: { name: string; perform: () => void } | undefined
  /** Something went wrong: amber, with an icon. */
  warning?: boolean | undefined
  /** Stands until it is answered or dismissed. */
  lasting?: boolean | undefined
}

export const toasts = createStore<readonly Toast[]>([])

/** How many stand over each other; an older one makes place. */
const most = 3
let last = 0

/** Says something in passing, above the navigation, for 6 s. Give `action` to let it be undone. */
export function toast(text: string, more: Omit<Toast, 'id' | 'text'> = {}): void {
  const next = { id: ++last, text, ...more }
  toasts.set((now) => [...now.filter((one) => one.text !== text), next].slice(-most))
}

/** What was last said to screen readers alone. */
export const announcement = createStore('')

/** Says what others see by itself: that something has moved. */
export const announce = (text: string): void => announcement.set(text)

export const dismissToast = (id: number): void => toasts.set((now) => now.filter((one) => one.id !== id))
