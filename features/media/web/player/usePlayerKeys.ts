import { useEffect, useEffectEvent } from 'react'
import type { PlayerControl } from './control.ts'
import { actionOf } from './keys.ts'

interface Around {
  /** Set before anything plays. */
  onStart: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** What a listener needs of a key event, React's or the document's. */
type KeyDown = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented' | 'preventDefault'>

/**
 * The keys of the player. While it is open all keys are its own, also when what had the focus has gone: then the player gets it.
 * @returns the handler for the player's own element, beyond which arrow keys do not go
 */
export function usePlayerKeys(player: HTMLElement | null, control: PlayerControl, { onStart, onPrevious, onNext }: Around) {
  const press = (event: KeyDown) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement) || answersItself(event.target, event.key)) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    if (action.do === 'next') onNext?.()
    else if (action.do === 'previous') onPrevious?.()
    else if (action.do === 'toggle' && onStart) onStart()
    else control.perform(action)
  }
  const pressNowhere = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== document.body) return
    player?.focus()
    press(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressNowhere(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return press
}

function answersItself(target: HTMLElement, key: string): boolean {
  if (target.closest('[role="menu"]')) return true
  if (key === ' ') return target.closest('button, a, input, label') !== null
  // The slider of the volume; the one of the position jumps as the keys do everywhere.
  return key.startsWith('Arrow') && target.matches('[data-volume]')
}
