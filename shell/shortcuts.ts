import { dialogs, openDialog } from '#ui/dialogs.ts'
import { storage } from '#kit/web/storage.ts'
import { isSingleKey, matchesKeys } from '#ui/keys.ts'
import { menus } from '#ui/menus.ts'
import { hasGuestMenu, hasSources, loadActions, currentReader } from './registry.ts'
import { helpKeys, paletteKeys, searchKeys } from './shortcut-lists.ts'
import { app, type Subject, subjectsAt } from './subjects.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
const isCovered = () => menus.get() !== null || dialogs.get().some(({ open }) => open)

const typesOf = (subjects: readonly Subject[]) => subjects.map(({ type }) => type)

/** Returns the subjects at the focus; without focus, the screen's. */
function subjectsInFocus(): Subject[] {
  const at = document.activeElement
  return subjectsAt(at && at !== document.body ? at : document.getElementById('content'))
}

/** Opens the list of shortcuts. */
export const openShortcutHelp = (): void =>
  void openDialog(() => import('./palette/ShortcutHelp.tsx').then(({ loadShortcutHelp }) => loadShortcutHelp()), {})

/** Opens the palette: actions for the focused subject, its ancestors, and the product. */
export function openPalette(): void {
  const subjects = [...subjectsInFocus(), app]
  const load = async () => {
    const [{ ActionPalette }] = await Promise.all([import('./palette/ActionPalette.tsx'), loadActions(typesOf(subjects), currentReader())])
    return ActionPalette
  }
  void openDialog(load, { subjects, owner: document.activeElement })
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
  if (isSingleKey(event) && storage.get('single_key_shortcuts') === 'off') return
  if (matchesKeys(helpKeys, event)) {
    event.preventDefault()
    openShortcutHelp()
    return
  }
  if (matchesKeys(searchKeys, event)) {
    event.preventDefault()
    openSearch()
    return
  }
  // A single letter acts on the focused subject, never on the page.
  const subjects = [...subjectsAt(document.activeElement), ...(event.ctrlKey || event.metaKey ? [app] : [])]
  const types = typesOf(subjects)
  if (!hasSources(types, currentReader()) && !(isSingleKey(event) && hasGuestMenu(types))) return
  void import('./keyboard.ts').then(({ performKeys }) => performKeys(event, subjects))
}

function paste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text').trim() ?? ''
  if (event.defaultPrevented || isTyping(event.target) || isCovered()) return
  const subjects = [...subjectsInFocus(), app]
  void import('./keyboard.ts').then(({ performPaste }) => performPaste(text, subjects))
}

/** Handles shortcuts and pastes for the focused subject's actions. Call once. @param search opens the search */
export function followShortcuts(search: () => void): void {
  openSearch = search
  document.addEventListener('keydown', press)
  document.addEventListener('paste', paste)
}
