import { useSyncExternalStore } from 'react'
import { useStored } from '#kit/web/storage.ts'

const wide = window.matchMedia('(min-width: 1180px) and (min-height: 501px)')

function follow(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** Whether the page fills a window that is wide enough for a list with its detail beside it. */
export function useWideWindow(): boolean {
  const isWide = useSyncExternalStore(follow, () => wide.matches)
  return useStored('fill_window') === true && isWide
}
