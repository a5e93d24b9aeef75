import { type ComponentType, useEffect, useState } from 'react'

/** ms after which a browser that cannot tell when it rests is taken to. */
const patience = 2000

/** Something that can wait: its code comes once the browser has nothing else to do, and is done without when it doesn't come. */
export function Later({ load }: { load: () => Promise<ComponentType> }) {
  const [Loaded, setLoaded] = useState<ComponentType>()

  // Only the browser knows when it rests.
  useEffect(() => {
    const fetch = () =>
      void load().then(
        (component) => setLoaded(() => component),
        () => {},
      )
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetch, patience)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(fetch, { timeout: patience })
    return () => cancelIdleCallback(request)
  }, [load])

  return Loaded && <Loaded />
}
