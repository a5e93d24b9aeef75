import { useEffect, useState } from 'react'

/** ms before a skeleton shows: what comes sooner needs none. */
const skeletonDelay = 150

/** True once `pending` has lasted: before that, nothing is better than a flash of grey. */
export function useLate(pending: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setLate(true), skeletonDelay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [pending])
  return pending && late
}
