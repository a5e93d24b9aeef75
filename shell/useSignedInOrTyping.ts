import { useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useHasUnsaved } from '#ui/unsaved.ts'

/**
 * Whether to show the user's own screen. Stays true after a logout while a form has input, so that the input can be sent after another
 * login.
 */
export function useSignedInOrTyping(): boolean {
  const now = useSignedIn()
  const isTyping = useHasUnsaved()
  const [showsUser, setShowsUser] = useState(now)
  if (!isTyping && showsUser !== now) setShowsUser(now)
  return isTyping ? showsUser : now
}
