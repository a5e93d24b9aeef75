import { useState } from 'react'
import { useRested } from '#ui/useRested.ts'

/** Debounce of the search in ms. */
const lookAfterMs = 250

/** Returns the typed text, and the debounced query. */
export function useFilter() {
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim(), lookAfterMs)
  return { typed, setTyped, query }
}
