import { scrollBehavior } from './arrow-navigation.ts'

/** Shrinks an element to nothing, so that the content below moves up. Immediate if the user prefers reduced motion. */
export async function collapseElement(element: HTMLElement | null): Promise<void> {
  if (!element || scrollBehavior() === 'instant') return
  const { height } = element.getBoundingClientRect()
  element.style.overflow = 'hidden'
  const from = { height: `${height}px`, opacity: 1 }
  const to = { height: '0px', minHeight: '0px', marginBlock: '0px', paddingBlock: '0px', opacity: 0 }
  await element.animate([{ ...from, minHeight: '0px' }, to], { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)', fill: 'forwards' })
    .finished
}
