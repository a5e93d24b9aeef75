import { useSyncExternalStore } from 'react'

const desktop = window.matchMedia('(min-width: 978px)')
/** Media queries: tablet, framed desktop, phone in landscape. */
const tablet = window.matchMedia('(min-width: 700px)')
const low = window.matchMedia('(min-width: 640px) and (max-height: 500px)')

function follow(changed: () => void): () => void {
  for (const query of [desktop, tablet, low]) query.addEventListener('change', changed)
  return () => [desktop, tablet, low].forEach((query) => query.removeEventListener('change', changed))
}

/** Whether the tablet frame and two columns fit. */
export const useDesktop = (): boolean => useSyncExternalStore(follow, () => desktop.matches)

/** Whether a wall of tiles fits, where a phone has rows. */
export const useTablet = (): boolean => useSyncExternalStore(follow, () => tablet.matches)

/** Whether the window is very low, as a phone in landscape or after zooming: a bottom bar would take a fifth of it. */
export const useIsLowWindow = (): boolean => useSyncExternalStore(follow, () => low.matches)
