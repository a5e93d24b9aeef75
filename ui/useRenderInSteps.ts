import { startTransition, useEffect, useState } from 'react'

/** Returns the next number of added items. At first it grows by one, because these items are near the view, then by half. */
const nextCount = (added: number): number => Math.floor(added * 1.5) + 1

/** Renders a long list in steps, so that the page paints and responds in between. */
export function useRenderInSteps<T>(items: readonly T[], stepSize: number): readonly T[] {
  const [added, setAdded] = useState(0)
  const count = stepSize + added
  const isWhole = count >= items.length

  // After each render, adds items until all are rendered.
  useEffect(() => {
    if (!isWhole) startTransition(() => setAdded(nextCount(added)))
  }, [added, isWhole])
  return isWhole ? items : items.slice(0, count)
}
