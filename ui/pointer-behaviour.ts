import { keepItemInView } from './keep-in-view.ts'
import { scrollRowsByMouse } from './mouse-scroll.ts'

let isStarted = false

/** Starts what is needed from the first input on: scrolling rows by mouse, and keeping the item in view when the width changes. */
export function startPointerBehaviour(): void {
  if (isStarted) return
  isStarted = true
  if (window.matchMedia('(pointer: fine)').matches) scrollRowsByMouse()
  keepItemInView()
}
