import { useSyncExternalStore } from 'react'

const desktopQuery = window.matchMedia('(min-width: 978px)')
const tabletQuery = window.matchMedia('(min-width: 700px)')
const lowWindowQuery = window.matchMedia('(min-width: 640px) and (max-height: 500px)')

function subscribe(onChange: () => void): () => void {
  for (const query of [desktopQuery, tabletQuery, lowWindowQuery]) query.addEventListener('change', onChange)
  return () => [desktopQuery, tabletQuery, lowWindowQuery].forEach((query) => query.removeEventListener('change', onChange))
}

/** Whether the window has room for a frame around the app, and for two columns. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => desktopQuery.matches)

/** Whether a wall of tiles fits, where a phone has rows. */
export const useTablet = (): boolean => useSyncExternalStore(subscribe, () => tabletQuery.matches)

/** Whether the window is very low, as a phone in landscape or after zooming: a bottom bar would take a fifth of it. */
export const useIsLowWindow = (): boolean => useSyncExternalStore(subscribe, () => lowWindowQuery.matches)
