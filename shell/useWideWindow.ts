import { useSyncExternalStore } from 'react'
import { useStored } from '#kit/web/storage.ts'

const wideWindowQuery = window.matchMedia('(min-width: 1180px) and (min-height: 501px)')

function subscribe(onChange: () => void): () => void {
  wideWindowQuery.addEventListener('change', onChange)
  return () => wideWindowQuery.removeEventListener('change', onChange)
}

/** Whether the page fills a window that is wide enough for a list with its detail beside it. */
export function useWideWindow(): boolean {
  const isWide = useSyncExternalStore(subscribe, () => wideWindowQuery.matches)
  return useStored('fill_window') === true && isWide
}
