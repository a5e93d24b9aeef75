import { keepItemInView } from './keep-in-view.ts'
import { scrollRowsByMouse } from './mouse-scroll.ts'

let isStarted = false

/** Starts what only users with a mouse or a touch screen need. */
export function startPointerBehaviour(): void {
  if (isStarted) return
  isStarted = true
  if (window.matchMedia('(pointer: fine)').matches) scrollRowsByMouse()
  keepItemInView()
}
