import { useState } from 'react'

/** The last data that were read. */
export interface LatestData<T> {
  /** The subject of the data, such as the keyword of a search. */
  key: string
  data: T
  /** Whether newer data are loading. */
  isPrevious: boolean
}

/** Returns the previous data until new data have loaded. @param data undefined: not loaded */
export function useLatestData<T extends object>(key: string, data: T | undefined): LatestData<T> | undefined {
  const [last, setLast] = useState<{ key: string; data: T }>()
  if (data && (last?.data !== data || last.key !== key)) setLast({ key, data })
  if (data) return { key, data, isPrevious: false }
  return last && { ...last, isPrevious: true }
}
