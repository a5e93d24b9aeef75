import { startTransition, useEffect, useState } from 'react'

/** How many have been added after the next step: one by one at first, as these are near what is in sight, then half as many more. */
const nextOf = (added: number): number => Math.floor(added * 1.5) + 1

/**
 * The items of a long page, the first few at once and the others after them, a few at a time: in between the page is painted and answers.
 */
export function useGradually<T>(items: readonly T[], atOnce: number): readonly T[] {
  const [added, setAdded] = useState(0)
  const count = atOnce + added
  const isWhole = count >= items.length

  // Only once these are on the page.
  useEffect(() => {
    if (!isWhole) startTransition(() => setAdded(nextOf(added)))
  }, [added, isWhole])
  return isWhole ? items : items.slice(0, count)
}
