import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'
import type { PageHistory } from './router/history.ts'

/** Back closes the topmost menu or dialog before leaving the page; a changed form asks first. */
export function letBackClose(history: PageHistory): void {
  const top = () => dialogs.get().findLast(({ open }) => open)
  const changed = history.closeOnBack({
    isOpen: () => menus.get() !== null || top() !== undefined,
    dismiss: () => (menus.get() ? menus.set(null) : top()?.dismiss()),
  })
  dialogs.subscribe(changed)
  menus.subscribe(changed)
}
