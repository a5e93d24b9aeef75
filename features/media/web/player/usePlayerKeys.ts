import { useEffect, useEffectEvent } from 'react'
import type { PlayerControl } from './control.ts'
import { actionOf } from './keys.ts'

interface Around {
  /** Set before anything plays. */
  onStart: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Goes to the next chapter, or with -1 the one before; absent: there are none. */
  onChapter: ((by: 1 | -1) => void) | undefined
  /** Makes the full player small … */
  onDock: (() => void) | undefined
  /** … and the small one full: it has only the keys that are pressed in it. */
  onExpand: (() => void) | undefined
  onShuffle: () => void
  onRepeat: () => void
  onClose: () => void
  /** Keeps Tab inside. */
  onTab: (event: KeyboardEvent) => void
}

/**
 * The keys of the player. While it is full all keys are its own, also when what had the focus has gone: then the player gets it.
 * What has keys of its own in it (menus, the list of what comes next) comes first.
 */
export function usePlayerKeys(player: HTMLElement | null, control: PlayerControl, around: Around) {
  const { onStart, onPrevious, onNext, onChapter, onDock, onExpand, onShuffle, onRepeat, onClose, onTab } = around
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (!player || event.defaultPrevented) return
    if (target === document.body && !onExpand) player.focus()
    else if (!(target instanceof Node && player.contains(target))) return
    if (key === 'Tab') return onTab(event)
    if (!hasKeys(player, event)) return
    if (key === 'Escape') return document.fullscreenElement ? void document.exitFullscreen() : onClose()
    const action = actionOf(event)
    if (!action || (action.do === 'chapter' && !onChapter)) return
    event.preventDefault()
    // What is held goes on jumping, and getting louder; everything else is done once.
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
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Is a key for the player, and for no menu or slider in it? @param player while it is full: then what nobody has is its own, too */
export function hasKeys(player: HTMLElement, { target, key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return false
  return (target === document.body || player.contains(target)) && !isMenuOpen(player) && !answersItself(target, key)
}

/** An open menu has the keys, Escape too. */
const isMenuOpen = (player: HTMLElement) => player.querySelector('[role="menu"]') !== null

function answersItself(target: HTMLElement, key: string): boolean {
  if (key === ' ') return target.closest('button, a, input, label') !== null
  // The slider of the volume; the one of the position jumps as the keys do everywhere.
  return key.startsWith('Arrow') && target.matches('[data-volume]')
}
