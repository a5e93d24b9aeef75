import { slowMotion } from './motion.ts'
import { isMotionReduced } from './reduced-motion.ts'

/** Shrinks an element to nothing, so that the content below moves up. Immediate if the user prefers reduced motion. */
export async function collapseElement(element: HTMLElement | null): Promise<void> {
  if (!element || isMotionReduced()) return
  const { height } = element.getBoundingClientRect()
  element.style.overflow = 'hidden'
  const from = { height: `${height}px`, opacity: 1 }
  const to = { height: '0px', minHeight: '0px', marginBlock: '0px', paddingBlock: '0px', opacity: 0 }
  await element.animate([{ ...from, minHeight: '0px' }, to], { ...slowMotion, fill: 'forwards' }).finished
}
