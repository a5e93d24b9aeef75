import type { RouterHistory } from '@tanstack/react-router'
import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'

/** The back button of a phone closes what lies on top of the page before it leaves the page. */
export function letBackClose(history: RouterHistory): void {
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => {
      if (action !== 'BACK') return false
      const top = dialogs.get().findLast(({ open }) => open)
      if (!top && !menus.get()) return false
      if (menus.get()) menus.set(null)
      else top?.dismiss()
      return true
    },
  })
}
