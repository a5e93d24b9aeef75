import { useEffect, useRef } from 'react'
import { mayDiscard } from '#ui/confirm.ts'
import { markUnsaved } from '#ui/unsaved.ts'
import { pageHistory } from './navigation.ts'

/**
 * A screen asks before it is left while something is changed on it that has not been sent, whichever way it is left.
 * @returns lets it go without asking: what was changed has been sent
 */
export function useUnsaved(changed: boolean): () => void {
  const letGo = useRef(() => {})
  useEffect(() => {
    if (!changed) return
    const unguard = pageHistory.guard(mayDiscard)
    // Where the page itself is left, the browser asks.
    const unmark = markUnsaved()
    letGo.current = () => {
      unguard()
      unmark()
    }
    return letGo.current
  }, [changed])
  return () => letGo.current()
}
