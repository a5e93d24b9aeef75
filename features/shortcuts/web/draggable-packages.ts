import { openMenu } from '#ui/menus.ts'
import { ignoreRelease } from '#ui/useLongPress.ts'
import { subjectMenu } from '#shell/registry.ts'
import { closestSubject } from '#shell/subjects.ts'
import type { Arrangeable } from '#features/arranging/web/arrange/enable-arranging.ts'

/** A touch picks up a package after `liftMs`, and opens the package's menu instead after `menuMs`, as in the bar. */
const liftMs = 500
const menuMs = 1250

/**
 * Packages on cards, which can be dragged by mouse or after a long touch. Keyboard users add packages to the bar with the packages' menu.
 */
export const draggablePackages: Arrangeable = {
  id: 'packages',
  loadSource: async () => (await import('./package-source.ts')).packageSourceAt,
  isKeyTarget: () => false,
  isInside: () => true,
  tap: () => false,
  hold: {
    liftMs,
    menuMs,
    openMenu(element, at, pointerId) {
      const subject = closestSubject('tier', element)
      const menu = subject && subjectMenu(subject.value)
      if (!menu) return
      ignoreRelease(pointerId)
      openMenu(menu, subject.element, at)
    },
  },
}
