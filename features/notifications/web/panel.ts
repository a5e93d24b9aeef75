import { createStore } from '#ui/store.ts'

/** The bell that the panel hangs from; null: it is closed. */
export const panelAnchor = createStore<HTMLElement | null>(null)
export const openPanel = (anchor: HTMLElement): void => panelAnchor.set(anchor)
