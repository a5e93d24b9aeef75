import { useEffect, useState } from 'react'

/** Skeletons are shown after this delay, in ms. */
const skeletonDelay = 150

/** Returns true when `pending` has been true for {@link skeletonDelay}. Without this, skeletons would flash. */
export function useDelayed(pending: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setIsLate(true), skeletonDelay)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [pending])
  return pending && isLate
}
