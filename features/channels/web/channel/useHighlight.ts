import { useEffect, useState } from 'react'

/** Duration of the highlight in ms. */
const highlightMs = 1500

/** Returns the id while its highlight lasts. */
export function useHighlight(id: string | undefined): string | undefined {
  const [endedId, setEndedId] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setEndedId(id), highlightMs)
    return () => clearTimeout(timer)
  }, [id])
  return endedId === id ? undefined : id
}
