import { useEffect, useState } from 'react'

/** Skeletons are shown after this delay, in ms. */
const skeletonDelayMs = 150

/** Returns true when `pending` has been true for this many ms. Without this, skeletons would flash. */
export function useDelayed(pending: boolean, delayMs = skeletonDelayMs): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setIsLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [pending, delayMs])
  return pending && isLate
}
