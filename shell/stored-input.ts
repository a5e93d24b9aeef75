import { useEffect, useState } from 'react'
import { pageHistory } from './navigation.ts'

/** Current form input, by form name. */
const typed = new Map<string, string>()

/** All stored input: the page in another language starts with it. */
export const keptInput = (): Readonly<Record<string, string>> => Object.fromEntries(typed)

/**
 * Form state that survives a language switch, stored in the page's history entry. The browser writes that to disk, so it must
 * contain no secrets.
 * @param write returns the JSON to keep
 */
export function useKeptInput<T>(name: string, initial: T, write: (value: T) => Partial<T>): [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = pageHistory.get().state[name]
    return kept === undefined ? initial : { ...initial, ...(JSON.parse(kept) as Partial<T>) }
  })
  // Read when the language is switched.
  useEffect(() => {
    typed.set(name, JSON.stringify(write(value)))
    return () => void typed.delete(name)
  })
  return [value, setValue]
}
