import { type RefCallback, useCallback, useState } from 'react'
import { whenInSight } from './sight.ts'

/** Whether the element with the ref has ever been in or near view; use it to defer loading. */
export function useSeen<E extends Element>(): [RefCallback<E>, boolean] {
  const [seen, setSeen] = useState(false)
  const ref = useCallback((element: E | null) => (element ? whenInSight(element, () => setSeen(true)) : undefined), [])
  return [ref, seen]
}
