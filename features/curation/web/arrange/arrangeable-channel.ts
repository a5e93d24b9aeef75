import { openMenu } from '#ui/menus.ts'
import { menuOf } from '#shell/registry.ts'
import { subjectsAt } from '#shell/subjects.ts'
import type { Arrangeable } from './follow.ts'

const cards = '[data-card] > [data-stop]'

/** The videos and rows of a channel; in edit mode a press on a video opens its menu and plays nothing. */
export const arrangeableChannel = (id: string): Arrangeable => ({
  id,
  loadSource: async () => (await import('./source.ts')).sourceAt,
  keyTargets: `${cards}, [data-grip]`,
  inside: '[data-series], button, input, [role="menu"], [role="dialog"], [data-toasts], [data-bar]',
  tap(element) {
    const card = element.closest<HTMLElement>(cards)
    if (!card) return false
    const subject = subjectsAt(card).find(({ type }) => type === 'video')
    const menu = subject && menuOf(subject)
    if (menu) openMenu(menu, card)
    return true
  },
})
