import { type ComponentType, useEffect, useState } from 'react'

interface ComingSkeletonProps {
  /** Path of the route. */
  path: string
  /** Whether to show the skeleton at once; otherwise it shows after 150 ms. */
  isLate?: boolean
}

let Loaded: ComponentType<ComingSkeletonProps> | undefined

/** Loads the skeleton's code; undefined if that fails. */
export const loadSkeleton = (): Promise<typeof Loaded> =>
  import('./RouteSkeleton.tsx').then(
    ({ RouteSkeleton }) => (Loaded = RouteSkeleton),
    () => undefined,
  )

/** The skeleton of a route, in its own chunk. It must not suspend, because it is the fallback of a suspended screen. */
export function ComingSkeleton(props: ComingSkeletonProps) {
  const [Skeleton, setSkeleton] = useState(() => Loaded)
  useEffect(() => {
    if (!Skeleton) void loadSkeleton().then((found) => setSkeleton(() => found))
  }, [Skeleton])
  return Skeleton && <Skeleton {...props} />
}
