import { scrollBehavior } from './arrow-navigation.ts'

/** Makes the icon of a pressed button swell, unless the user prefers reduced motion. */
export function swellIcon(button: Element): void {
  if (scrollBehavior() === 'instant') return
  button.querySelector('svg')?.animate({ scale: [0.8, 1.2, 1] }, { duration: 200, easing: 'ease-out' })
}
