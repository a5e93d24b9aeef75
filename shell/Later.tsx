import { type ReactNode, useEffect, useState } from 'react'

/** ms after which a browser that cannot tell when it rests is taken to. */
const patience = 2000

/** Something that can wait: it is put on the page once the browser has nothing else to do. */
export function Later({ children }: { children: ReactNode }) {
  const [rests, setRests] = useState(false)

  // Only the browser knows when it rests.
  useEffect(() => {
    const show = () => setRests(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, patience)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(show, { timeout: patience })
    return () => cancelIdleCallback(request)
  }, [])

  return rests && children
}
