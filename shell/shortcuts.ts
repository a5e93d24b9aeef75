import { dialogs, openDialog } from '#ui/dialogs.ts'
import { storage } from '#kit/web/storage.ts'
import { isSingleKey, matchesKeys } from '#ui/keys.ts'
import { menus } from '#ui/menus.ts'
import { hasGuestMenu, hasSources, currentReader } from './registry.ts'
import { helpKeys, paletteKeys, searchKeys } from './shortcut-lists.ts'
import { app, subjectsAt } from './subjects.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
const isCovered = () => menus.get() !== null || dialogs.get().some(({ open }) => open)

/** Opens the list of shortcuts. */
export const openShortcutHelp = (): void =>
  void openDialog(() => import('./palette/ShortcutHelp.tsx').then(({ loadShortcutHelp }) => loadShortcutHelp()), {})

/** Opens the palette: actions for the focused subject, its ancestors, and the product. */
export function openPalette(): void {
  const owner = document.activeElement
  void openDialog(() => import('./palette/ActionPalette.tsx').then(({ loadActionPalette }) => loadActionPalette(owner)), {})
}

let openSearch = () => {}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isCovered()) return
  if (matchesKeys(paletteKeys, event)) {
    event.preventDefault()
    openPalette()
    return
  }
  if (isTyping(event.target)) return
  const isSingle = isSingleKey(event)
  if (isSingle && storage.get('single_key_shortcuts') === 'off') return
  const open = { [helpKeys]: openShortcutHelp, [searchKeys]: openSearch }[event.key]
  if (open && isSingle) {
    event.preventDefault()
    open()
    return
  }
  // A single letter acts on the focused subject, never on the page.
  const subjects = [...subjectsAt(document.activeElement), ...(event.ctrlKey || event.metaKey ? [app] : [])]
  const types = subjects.map(({ type }) => type)
  if (!hasSources(types, currentReader()) && !(isSingle && hasGuestMenu(types))) return
  void import('./keyboard.ts').then(({ performKeys }) => performKeys(event, subjects))
}

function paste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text').trim() ?? ''
  if (event.defaultPrevented || isTyping(event.target) || isCovered()) return
  const at = document.activeElement
  void import('./keyboard.ts').then(({ performPaste }) => performPaste(text, at))
}

/** Handles shortcuts and pastes for the focused subject's actions. Call once. @param search opens the search */
export function followShortcuts(search: () => void): void {
  openSearch = search
  document.addEventListener('keydown', press)
  document.addEventListener('paste', paste)
}
