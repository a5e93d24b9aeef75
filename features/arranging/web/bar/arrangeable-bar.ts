import { openMenu } from '#ui/menus.ts'
import { ignoreLifting } from '#ui/useLongPress.ts'
import { menuOf } from '#shell/registry.ts'
import { shownSubject } from '#shell/subjects.ts'
import { ownBar } from '../arrange/arranged.ts'
import type { Arrangeable } from '../arrange/follow.ts'
import { toggleOpen } from '../arrange/open-things.ts'

const stops = '[data-own-bar] [data-stop]'

/** ms until a touched disc is picked up outside edit mode, and until its menu opens instead. */
const liftMs = 500
const menuMs = 1250

/** The user's bar. In edit mode, a press on a group opens it; a press on a channel opens its menu. */
export const arrangeableBar: Arrangeable = {
  id: ownBar,
  loadSource: async () => (await import('./source.ts')).barSourceAt,
  keyTargets: stops,
  inside: '[data-shelves], [data-arranges-bar], [role="menu"], [role="dialog"], [data-toasts], [data-bar]',
  tap(element) {
    const stop = element.closest<HTMLElement>(stops)
    const subject = stop && shownSubject(stop)
    if (!stop || !subject) return false
    if (subject.type === 'group') toggleOpen(subject.id)
    else {
      const menu = menuOf(subject)
      if (menu) openMenu(menu, stop)
    }
    return true
  },
  hold: {
    liftMs,
    menuMs,
    openMenu(element, at, pointerId) {
      const stop = element.closest<HTMLElement>(stops)
      const subject = stop && shownSubject(stop)
      const menu = subject && menuOf(subject)
      if (!stop || !menu) return
      ignoreLifting(pointerId)
      openMenu(menu, stop, at)
    },
  },
}
