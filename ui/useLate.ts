import { useEffect, useState } from 'react'

/** Delay in ms before a skeleton shows. */
const skeletonDelay = 150

/** Returns true once `pending` has lasted; avoids a flash of skeletons. */
export function useDelayed(pending: boolean): boolean {
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
