import { createStore } from './store.ts'

/**
 * The container for dialogs and menus: the product's frame, so that they stay inside it. The shell sets it once
 * (`ref={layer.set}`).
 */
export const overlayContainer = createStore<HTMLElement | null>(null)
