import { useEffect, useEffectEvent } from 'react'
import type { PlayerControl } from './control.ts'
import { volumes } from './elements.ts'
import { actionForKey } from './keys.ts'

interface KeyHandlers {
  /** Starts playback, if nothing has played yet. */
  onStart: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Goes to the next chapter, or with -1 to the previous; undefined without chapters. */
  onChapter: ((step: 1 | -1) => void) | undefined
  /** Docks the full player. */
  onDock: (() => void) | undefined
  /** Expands the docked player, which only gets keys that are pressed inside it. */
  onExpand: (() => void) | undefined
  onShuffle: () => void
  onRepeat: () => void
  onClose: () => void
  /** Keeps the focus inside the player when Tab is pressed. */
  onTab: (event: KeyboardEvent) => void
}

/**
 * Handles the player's keys. The full player gets all keys, even if the focused element is gone; it then takes the focus. Menus and the
 * queue inside the player handle their own keys first.
 */
export function usePlayerKeys(player: HTMLElement | null, control: PlayerControl, around: KeyHandlers) {
  const { onStart, onPrevious, onNext, onChapter, onDock, onExpand, onShuffle, onRepeat, onClose, onTab } = around
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (!player || event.defaultPrevented) return
    if (target === document.body && !onExpand) player.focus()
    else if (!(target instanceof Node && player.contains(target))) return
    if (key === 'Tab') return onTab(event)
    if (!isKeyForPlayer(player, event)) return
    if (key === 'Escape') return document.fullscreenElement ? void document.exitFullscreen() : onClose()
    const action = actionForKey(event)
    if (!action || (action.do === 'chapter' && !onChapter)) return
    event.preventDefault()
    // Seeking and volume repeat while a key is held; other actions run once.
    if (event.repeat && action.do !== 'jump' && action.do !== 'volume') return
    if (action.do === 'next') onNext?.()
    else if (action.do === 'previous') onPrevious?.()
    else if (action.do === 'shuffle') onShuffle()
    else if (action.do === 'repeat') onRepeat()
    else if (action.do === 'chapter') onChapter?.(action.by)
    else if (action.do === 'dock') (onDock ?? onExpand)?.()
    else if (action.do === 'fullscreen' && onExpand) onExpand()
    else if (action.do === 'toggle' && onStart) onStart()
    else control.perform(action)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Whether the key is for the player, and not for a menu or slider inside it. @param player if full, it also gets keys without a target */
export function isKeyForPlayer(player: HTMLElement, { target, key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return false
  return (target === document.body || player.contains(target)) && !isMenuOpen(player) && !handlesKeyItself(target, key)
}

/** An open menu gets all keys, including Escape. */
const isMenuOpen = (player: HTMLElement) => player.querySelector('[role="menu"]') !== null

function handlesKeyItself(target: HTMLElement, key: string): boolean {
  if (key === ' ') return target.closest('button, a, input, label') !== null
  // The volume slider handles its own arrow keys; for the position slider, the player handles them.
  return key.startsWith('Arrow') && volumes.get(target) !== undefined
}
