import { useDeferredValue } from 'react'

/** The items of a long page, the first few at once and the rest right after, in slices that leave the page answerable. */
export const useGradually = <T>(items: readonly T[], atOnce: number): readonly T[] => useDeferredValue(items, items.slice(0, atOnce))
