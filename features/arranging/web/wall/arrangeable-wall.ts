import { stops } from '#ui/drag/elements.ts'
import { openMenu } from '#ui/menus.ts'
import { subjectMenu } from '#shell/registry.ts'
import { closestSubject } from '#shell/subjects.ts'
import type { Arrangeable } from '../arrange/enable-arranging.ts'
import { arrangeableBar } from '../bar/arrangeable-bar.ts'
import { walls } from './elements.ts'

/** The user's channels on a wall. In edit mode, a press on a channel opens its menu. */
export const arrangeableWall: Arrangeable = {
  ...arrangeableBar,
  loadSource: async () => (await import('./source.ts')).wallSourceAt,
  isKeyTarget: (element) => stops.get(element) !== undefined && walls.closest(element) !== undefined,
  isInside: (element) => arrangeableBar.isInside(element) || walls.closest(element) !== undefined,
  tap(element) {
    const stop = stops.closest(element)?.element
    const subject = walls.closest(stop) && closestSubject('playlist', stop ?? null)?.value
    const menu = subject && subjectMenu(subject)
    if (!stop || !menu) return false
    openMenu(menu, stop)
    return true
  },
}
