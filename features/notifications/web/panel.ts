import { createStore } from '#ui/store.ts'

/** The bell that anchors the panel; null: closed. */
export const panelAnchor = createStore<HTMLElement | null>(null)
export const openPanel = (anchor: HTMLElement): void => panelAnchor.set(anchor)
