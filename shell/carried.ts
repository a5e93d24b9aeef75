import { useEffect, useState } from 'react'
import { pageHistory } from './navigation.ts'

/** What is typed on the page as it stands, by the name of its form. */
const typed = new Map<string, string>()

/** All of it: the page in another language is another page, and begins with it. */
export const allTyped = (): Readonly<Record<string, string>> => Object.fromEntries(typed)

/**
 * State of a form that outlives a change of language, kept with the page's entry in the browser's history until then. That is
 * written to disk, so what is secret is not to be in it.
 * @param write what of it is kept; JSON
 */
export function useCarried<T>(name: string, initial: T, write: (value: T) => Partial<T>): [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = pageHistory.get().state[name]
    return kept === undefined ? initial : { ...initial, ...(JSON.parse(kept) as Partial<T>) }
  })
  // Whoever changes the language asks for it.
  useEffect(() => {
    typed.set(name, JSON.stringify(write(value)))
    return () => void typed.delete(name)
  })
  return [value, setValue]
}
