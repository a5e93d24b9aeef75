import { useEffect, useState } from 'react'
import { pageHistory } from './navigation.ts'

/** Current form input, by form name. */
const inputs = new Map<string, string>()

/** All stored input. A language switch passes it to the reloaded page. */
export const inputByForm = (): Readonly<Record<string, string>> => Object.fromEntries(inputs)

/**
 * Form state that survives a language switch, stored in the page's history entry. The browser writes that to disk, so it must
 * contain no secrets.
 * @param write returns the JSON to keep
 */
export function useStoredInput<T>(name: string, initial: T, write: (value: T) => Partial<T>): [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState<T>(() => {
    const storedInput = pageHistory.get().state[name]
    return storedInput === undefined ? initial : { ...initial, ...(JSON.parse(storedInput) as Partial<T>) }
  })
  // Provides the current input for a language switch.
  useEffect(() => {
    inputs.set(name, JSON.stringify(write(value)))
    return () => void inputs.delete(name)
  })
  return [value, setValue]
}
