import { type ReactNode, useEffect, useState } from 'react'

/** When a browser is taken to be idle that does not say so. */
const idleTimeoutMs = 2000

/** Something that can wait: it is put on the page once the browser has nothing else to do. */
export function Later({ children }: { children: ReactNode }) {
  const [rests, setRests] = useState(false)

  // Only the browser knows when it rests.
  useEffect(() => {
    const show = () => setRests(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, idleTimeoutMs)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(show, { timeout: idleTimeoutMs })
    return () => cancelIdleCallback(request)
  }, [])

  return rests && children
}
