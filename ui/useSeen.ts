import { type RefCallback, useCallback, useState } from 'react'
import { whenInSight } from './sight.ts'

/** Has the element that gets the ref ever come in sight, or near it? What it needs can wait until then. */
export function useSeen<E extends Element>(): [RefCallback<E>, boolean] {
  const [seen, setSeen] = useState(false)
  const ref = useCallback((element: E | null) => (element ? whenInSight(element, () => setSeen(true)) : undefined), [])
  return [ref, seen]
}
