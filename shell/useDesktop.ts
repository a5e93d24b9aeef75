import { useSyncExternalStore } from 'react'

const desktop = window.matchMedia('(min-width: 978px)')
const tablet = window.matchMedia('(min-width: 700px)')
const low = window.matchMedia('(min-width: 640px) and (max-height: 500px)')

function subscribe(onChange: () => void): () => void {
  for (const query of [desktop, tablet, low]) query.addEventListener('change', onChange)
  return () => [desktop, tablet, low].forEach((query) => query.removeEventListener('change', onChange))
}

/** Whether the window has room for a frame around the app, and for two columns. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => desktop.matches)

/** Whether a wall of tiles fits, where a phone has rows. */
export const useTablet = (): boolean => useSyncExternalStore(subscribe, () => tablet.matches)

/** Whether the window is very low, as a phone in landscape or after zooming: a bottom bar would take a fifth of it. */
export const useIsLowWindow = (): boolean => useSyncExternalStore(subscribe, () => low.matches)
