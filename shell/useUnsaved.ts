import { useEffect, useRef } from 'react'
import { confirmDiscard } from '#ui/confirm.ts'
import { markUnsaved } from '#ui/unsaved.ts'
import { pageHistory } from './navigation.ts'

/**
 * Asks before leaving a screen with unsaved changes.
 * @returns a function that allows leaving, after the changes were sent
 */
export function useUnsaved(changed: boolean): () => void {
  const allowLeaving = useRef(() => {})
  useEffect(() => {
    if (!changed) return
    const removeGuard = pageHistory.guard(confirmDiscard)
    // The browser asks when the document itself is left.
    const clearMark = markUnsaved()
    allowLeaving.current = () => {
      removeGuard()
      clearMark()
    }
    return allowLeaving.current
  }, [changed])
  return () => allowLeaving.current()
}
