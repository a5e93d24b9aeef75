import { useSyncExternalStore } from 'react'

const desktop = window.matchMedia('(min-width: 978px)')
/** A tablet, the frame on a desktop, a phone on its side. */
const tablet = window.matchMedia('(min-width: 700px)')
const low = window.matchMedia('(min-width: 640px) and (max-height: 500px)')

function follow(changed: () => void): () => void {
  for (const query of [desktop, tablet, low]) query.addEventListener('change', changed)
  return () => [desktop, tablet, low].forEach((query) => query.removeEventListener('change', changed))
}

/** Is there room for the tablet-like frame, and for two columns? */
export const useDesktop = (): boolean => useSyncExternalStore(follow, () => desktop.matches)

/** Is there room for a wall of tiles, where a phone has rows? */
export const useTablet = (): boolean => useSyncExternalStore(follow, () => tablet.matches)

/** Is it a phone on its side, or as little as that after zooming? A bar at the bottom would take a fifth of the height there. */
export const useLow = (): boolean => useSyncExternalStore(follow, () => low.matches)
