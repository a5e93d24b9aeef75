import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'
import type { PageHistory } from './router/history.ts'

/** Back closes the menu or the dialog on top before it leaves the page; a form that was changed asks first. */
export function letBackClose(history: PageHistory): void {
  const top = () => dialogs.get().findLast(({ open }) => open)
  const changed = history.closeOnBack({
    isOpen: () => menus.get() !== null || top() !== undefined,
    dismiss: () => (menus.get() ? menus.set(null) : top()?.dismiss()),
  })
  dialogs.subscribe(changed)
  menus.subscribe(changed)
}
