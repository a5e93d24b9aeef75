import { startTransition, useEffect, useState } from 'react'

/** Items that are added first; each time after it twice as many more. */
const step = 3

/**
 * The items of a long page, the first few at once and the others after them, a few at a time: in between the page is painted and answers.
 */
export function useGradually<T>(items: readonly T[], atOnce: number): readonly T[] {
  const [added, setAdded] = useState(0)
  const count = atOnce + added
  const isWhole = count >= items.length

  // Only once these are on the page.
  useEffect(() => {
    if (!isWhole) startTransition(() => setAdded(added * 2 + step))
  }, [added, isWhole])
  return isWhole ? items : items.slice(0, count)
}
