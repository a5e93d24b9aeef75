import { useState } from 'react'
import { useRested } from '../useRested.ts'

/** ms of rest after which the server is asked. */
const lookAfterMs = 250

/** What is typed to find something, and what of it is asked for. */
export function useFilter() {
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim(), lookAfterMs)
  return { typed, setTyped, query }
}
