import { useSyncExternalStore } from 'react'

const desktop = window.matchMedia('(min-width: 978px)')

function follow(changed: () => void): () => void {
  desktop.addEventListener('change', changed)
  return () => desktop.removeEventListener('change', changed)
}

/** Is there room for the tablet-like frame, and for two columns? */
export const useDesktop = (): boolean => useSyncExternalStore(follow, () => desktop.matches)
