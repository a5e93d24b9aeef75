import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '#ui/idle.ts'

/** Something that can wait: it is put on the page once the browser has nothing else to do. */
export function Later({ children }: { children: ReactNode }) {
  const [rests, setRests] = useState(false)

  // Only the browser knows when it rests.
  useEffect(() => whenIdle(() => setRests(true)), [])

  return rests && children
}
