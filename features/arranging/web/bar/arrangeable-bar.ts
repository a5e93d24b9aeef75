import { stops } from '#ui/drag/elements.ts'
import { openMenu } from '#ui/menus.ts'
import { ignoreRelease } from '#ui/useLongPress.ts'
import { subjectMenu } from '#shell/registry.ts'
import { shownSubjects } from '#shell/subjects.ts'
import { barEditModeId } from '../arrange/toggle-arranging.ts'
import type { Arrangeable } from '../arrange/enable-arranging.ts'
import { toggleOpenGroup } from '../arrange/open-groups.ts'
import { barParts } from './elements.ts'

/** Returns the subject of the stop around an element. */
const shownAt = (element: Element) => shownSubjects.get(stops.closest(element)?.element)

/** After `liftMs`, a touch outside edit mode picks up a disc. After `menuMs`, it opens the disc's menu instead. */
const liftMs = 500
const menuMs = 1250

/** The user's bar. In edit mode, a press opens a group, or the menu of a channel. */
export const arrangeableBar: Arrangeable = {
  id: barEditModeId,
  loadSource: async () => (await import('./source.ts')).barSourceAt,
  isKeyTarget: (element) => stops.get(element) !== undefined,
  isInside: (element) => barParts.closest(element) !== undefined,
  tap(element) {
    const result = shownAt(element)
    if (!result) return false
    const { element: stop, value: subject } = result
    if (subject.type === 'group') toggleOpenGroup(subject.id)
    else {
      const menu = subjectMenu(subject)
      if (menu) openMenu(menu, stop)
    }
    return true
  },
  hold: {
    liftMs,
    menuMs,
    openMenu(element, point, pointerId) {
      const subject = shownAt(element)
      const menu = subject && subjectMenu(subject.value)
      if (!menu) return
      ignoreRelease(pointerId)
      openMenu(menu, subject.element, point)
    },
  },
}
