import { useSyncExternalStore } from 'react'
import { go, pageHistory } from './navigation.ts'

const currentSearch = () => pageHistory.get().search

/** Filters in the address: reloads, links and Back keep them. Returns them, and a function that changes some. */
export function useQueryFilters(): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] {
  const search = useSyncExternalStore(pageHistory.subscribe, currentSearch)
  const change = (changes: Readonly<Record<string, string>>) => {
    const { path, search: before } = pageHistory.get()
    const next = new URLSearchParams(before)
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name)
      else next.set(name, value)
    const query = next.toString()
    go(`${path}${query && `?${query}`}`, { replace: true })
  }
  return [new URLSearchParams(search), change]
}
