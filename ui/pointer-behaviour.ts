import { keepItemInView } from './keep-in-view.ts'
import { scrollRowsByMouse } from './mouse-scroll.ts'

let isStarted = false

/** From the first input on, scrolls rows by mouse and keeps the item in view when the width changes. */
export function startPointerBehaviour(): void {
  if (isStarted) return
  isStarted = true
  if (window.matchMedia('(pointer: fine)').matches) scrollRowsByMouse()
  keepItemInView()
}
