import { createStore } from './store.ts'

/**
 * The element that dialogs and menus are put in: the frame of the product, so that they stay inside it.
 * The shell sets it once (`ref={layer.set}`).
 */
export const layer = createStore<HTMLElement | null>(null)
