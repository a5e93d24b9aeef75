import { useSyncExternalStore } from 'react'

const desktop = window.matchMedia('(min-width: 978px)')
const low = window.matchMedia('(min-width: 640px) and (max-height: 500px)')

function follow(changed: () => void): () => void {
  for (const query of [desktop, low]) query.addEventListener('change', changed)
  return () => [desktop, low].forEach((query) => query.removeEventListener('change', changed))
}

/** Is there room for the tablet-like frame, and for two columns? */
export const useDesktop = (): boolean => useSyncExternalStore(follow, () => desktop.matches)

/** Is it a phone on its side, or as little as that after zooming? A bar at the bottom would take a fifth of the height there. */
export const useLow = (): boolean => useSyncExternalStore(follow, () => low.matches)
