import { storage } from '#kit/web/storage.ts'
import { dialogs } from '#ui/dialogs.ts'
import { isSingleKey } from '#ui/keys.ts'
import { menus } from '#ui/menus.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { subjectsAt } from '#shell/subjects.ts'
import { boardKey } from './board-key.ts'
import { onPinch } from './pinch.ts'

const openBoard = () => go(paths.myPlaylists({ view: 'board' }))

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, select, [contenteditable]')

/** Opens the board by its key, unless a thing has the focus, because the key may be a shortcut of that thing. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.key !== boardKey || !isSingleKey(event) || storage.get('single_key_shortcuts') === 'off') return
  const isMenuOrDialogOpen = menus.get() !== null || dialogs.get().some(({ open }) => open)
  if (isMenuOrDialogOpen || isTyping(event.target) || subjectsAt(document.activeElement).length > 0) return
  event.preventDefault()
  openBoard()
}

const isOwnScreen = () => document.querySelector('[data-own-bar]') !== null

/** Opens the board by its key, or by a pinch on screens with the user's bar. @returns a function that stops it */
export function listenForBoardGestures(): () => void {
  document.addEventListener('keydown', onKeyDown)
  const stop = onPinch(document, 'pinch', () => isOwnScreen() && openBoard())
  return () => {
    document.removeEventListener('keydown', onKeyDown)
    stop()
  }
}
