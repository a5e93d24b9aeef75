import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { mayDiscard } from '#ui/confirm.ts'
import { markUnsaved } from '#ui/unsaved.ts'

/** ms that the browser's history gets to come to rest. */
const rest = 300

/** The browser has gone to another entry of its history, and whoever listens knows it. */
const gone = () =>
  new Promise<void>((resolve) => {
    const done = () => setTimeout(resolve)
    window.addEventListener('popstate', done, { once: true, capture: true })
    setTimeout(resolve, rest)
  })

/**
 * A screen asks before it is left while something is changed on it that has not been sent, whichever way it is left.
 * @returns lets it go without asking: what was changed has been sent
 */
export function useUnsaved(changed: boolean): () => void {
  const { history } = useRouter()
  const sent = useRef(false)
  const unmark = useRef(() => {})

  /** Back and forward have happened when they are heard of: they are taken back, and done again by whoever agrees. */
  const askAndGo = async (steps: number) => {
    await gone()
    if (!(await mayDiscard())) return
    // The question has an entry of its own, which goes first.
    await gone()
    history.go(steps, { ignoreBlocker: true })
  }

  useBlocker({
    disabled: !changed,
    // The browser's own question is asked for all forms in one place.
    enableBeforeUnload: false,
    shouldBlockFn: async ({ action, current, next }) => {
      // To another place of the same page, nothing is lost.
      const stays = next.pathname === current.pathname && JSON.stringify(next.search) === JSON.stringify(current.search)
      if (sent.current || stays) return false
      if (action === 'PUSH' || action === 'REPLACE') return !(await mayDiscard())
      // As the router counts: an entry that it did not make is the first.
      const to = (window.history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0
      void askAndGo(to - history.location.state.__TSR_index)
      return true
    },
  })
  // The browser asks too, where the page itself is left.
  useEffect(() => {
    if (!changed) return
    unmark.current = markUnsaved()
    return () => unmark.current()
  }, [changed])

  return () => {
    sent.current = true
    unmark.current()
  }
}
