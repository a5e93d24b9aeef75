import type { KeyboardEvent } from 'react'
import { moveByArrows } from '#ui/remote.ts'
import type { PlayerControl } from './control.ts'
import { actionOf } from './keys.ts'

interface Around {
  /** Set before anything plays. */
  onStart: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The keys of the player, for the element that holds all of it. */
export function playerKeys(control: PlayerControl, { onStart, onPrevious, onNext }: Around) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    if (isTheirs(event.target, event.key)) return
    // Up and down walk along the list of what comes next.
    moveByArrows(event)
    if (event.isDefaultPrevented()) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    if (action.do === 'next') onNext?.()
    else if (action.do === 'previous') onPrevious?.()
    else if (action.do === 'toggle' && onStart) onStart()
    else control.perform(action)
  }
}

/** Keys that what has the focus answers itself. */
function isTheirs(target: HTMLElement, key: string): boolean {
  if (target.closest('[role="menu"]')) return true
  if (key === ' ') return target.closest('button, a, input, label') !== null
  // The slider of the volume; the one of the position jumps as the keys do everywhere.
  return key.startsWith('Arrow') && target.matches('[data-volume]')
}
