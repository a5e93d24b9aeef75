import { baseMotion } from './motion.ts'
import { isMotionReduced } from './reduced-motion.ts'

/** Makes the icon of a pressed button swell, unless the user prefers reduced motion. */
export function swellIcon(button: Element): void {
  if (isMotionReduced()) return
  button.querySelector('svg')?.animate({ scale: [0.8, 1.2, 1] }, baseMotion)
}
