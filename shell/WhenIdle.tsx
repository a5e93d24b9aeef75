import { type ReactNode, useEffect, useState } from 'react'
import { runWhenIdle } from '#ui/idle.ts'

/** Renders its children when the browser is idle. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIsIdle] = useState(false)

  // An effect, because only the browser knows when it is idle.
  useEffect(() => runWhenIdle(() => setIsIdle(true)), [])

  return isIdle && children
}
