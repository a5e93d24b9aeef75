import { dialogs, openDialog } from '#ui/dialogs.ts'
import { storage } from '#kit/web/storage.ts'
import { isSingleKey, matchesKeys } from '#ui/keys.ts'
import { menus } from '#ui/menus.ts'
import { hasGuestMenu, mayHaveActions, currentReader } from './registry.ts'
import { helpKeys, paletteKeys, searchKeys } from './shortcut-lists.ts'
import { appSubject, subjectsAt } from './subjects.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
const isMenuOrDialogOpen = () => menus.get() !== null || dialogs.get().some(({ open }) => open)

/** Opens the list of shortcuts. */
export const openShortcutHelp = (): void =>
  void openDialog(() => import('./palette/ShortcutHelp.tsx').then(({ loadShortcutHelp }) => loadShortcutHelp()), {})

/** Opens the palette: actions for the focused subject, its ancestors, and the product. */
export const openPalette = (): void =>
  void openDialog(() => import('./palette/ActionPalette.tsx').then(({ loadActionPalette }) => loadActionPalette()), {})

let openSearch = () => {}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isMenuOrDialogOpen()) return
  const isPalette = matchesKeys(paletteKeys, event)
  const isSingle = isSingleKey(event)
  if (!isPalette && (isTyping(event.target) || (isSingle && storage.get('single_key_shortcuts') === 'off'))) return
  const open = isPalette ? openPalette : isSingle && { [helpKeys]: openShortcutHelp, [searchKeys]: openSearch }[event.key]
  if (open) {
    event.preventDefault()
    open()
    return
  }
  // A single letter acts on the focused subject, never on the product as a whole.
  const subjects = [...subjectsAt(document.activeElement), ...(event.ctrlKey || event.metaKey ? [appSubject] : [])]
  const types = subjects.map(({ type }) => type)
  if (!mayHaveActions(types, currentReader()) && !(isSingle && hasGuestMenu(types))) return
  void import('./keyboard.ts').then(({ performKeys }) => performKeys(event, subjects))
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text').trim() ?? ''
  if (event.defaultPrevented || isTyping(event.target) || isMenuOrDialogOpen()) return
  void import('./keyboard.ts').then(({ performPaste }) => performPaste(text, document.activeElement))
}

/** Handles shortcuts and pastes for the focused subject's actions. Call once. @param search opens the search */
export function handleShortcuts(search: () => void): void {
  openSearch = search
  document.addEventListener('keydown', onKeyDown)
  document.addEventListener('paste', onPaste)
}
