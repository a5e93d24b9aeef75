import { useEffect, useState } from 'react'

/** ms that what was looked for is marked. */
const marked = 1500

/** The id of what was looked for, for as long as it is marked. */
export function useMarked(id: string | undefined): string | undefined {
  const [done, setDone] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setDone(id), marked)
    return () => clearTimeout(timer)
  }, [id])
  return done === id ? undefined : id
}
