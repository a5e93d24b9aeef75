import { startTransition, useEffect, useState } from 'react'

/** Returns the next count: single steps at first, as these are near the view, then growing by half. */
const nextOf = (added: number): number => Math.floor(added * 1.5) + 1

/** Renders a long list in steps, so that the page paints and responds in between. */
export function useRenderInSteps<T>(items: readonly T[], atOnce: number): readonly T[] {
  const [added, setAdded] = useState(0)
  const count = atOnce + added
  const isWhole = count >= items.length

  // Runs after the current items have rendered.
  useEffect(() => {
    if (!isWhole) startTransition(() => setAdded(nextOf(added)))
  }, [added, isWhole])
  return isWhole ? items : items.slice(0, count)
}
