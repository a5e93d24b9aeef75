import { createStore } from './store.ts'

/** The element that contains dialogs and menus: the product's frame, so that they stay inside. The shell sets it (`ref={layer.set}`). */
export const overlayContainer = createStore<HTMLElement | null>(null)
