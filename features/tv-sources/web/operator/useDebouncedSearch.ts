import { useState } from 'react'
import { useDebounced } from '#ui/useDebounced.ts'

/** Debounce of the search in ms. */
const debounceMs = 250

/** Returns the typed text, and the debounced query. */
export function useDebouncedSearch() {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), debounceMs)
  return { typed, setTyped, query }
}
