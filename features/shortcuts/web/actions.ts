import { arrowLeft, arrowLineLeft, arrowLineRight, arrowRight, arrowsOutCardinal, pushPin, trash } from '#ui/icons.ts'
import type { Action, ActionTools } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { startArrangingBar } from '#features/arranging/web/arrange/toggle-arranging.ts'
import { t as arrangingTexts } from '#features/arranging/web/texts.ts'
import { countShortcuts, findShortcut } from './known.ts'
import { t } from './texts.ts'

type ShortcutAction = Action<'shortcut'>

/** Removes the shortcut to a package. */
const removeFromBar = async (tier: { id: string; name: string }, tools: ActionTools) =>
  (await import('./changes.ts')).removeShortcut(tier, tools)

/** Moves a shortcut past its neighbour. Shows no toast, because the user sees the move. */
const movePast = (offset: 1 | -1, action: Pick<ShortcutAction, 'id' | 'label' | 'icon' | 'keys'>): ShortcutAction => ({
  ...action,
  section: 'move',
  visible: ({ index, count }) => index + offset >= 0 && index + offset < count,
  async run({ isLeft, index, move }, tools) {
    const step = await move({ isLeft, index: index + offset }, tools)
    return step && { ...step, quiet: true }
  },
})

/** Moves a shortcut to the end of the left side, or to the start of the right side. */
const moveToSide = (isLeft: boolean, action: Pick<ShortcutAction, 'id' | 'label' | 'icon'>): ShortcutAction => ({
  ...action,
  section: 'move',
  visible: (shortcut) => shortcut.isLeft !== isLeft,
  run: ({ move }, tools) => move({ isLeft, index: isLeft ? countShortcuts() : 0 }, tools),
})

const shortcutActions: readonly ShortcutAction[] = [
  movePast(-1, { id: 'shortcut.moveEarlier', label: () => t('earlier'), icon: arrowLeft, keys: 'Shift+ArrowLeft' }),
  movePast(1, { id: 'shortcut.moveLater', label: () => t('later'), icon: arrowRight, keys: 'Shift+ArrowRight' }),
  moveToSide(true, { id: 'shortcut.toLeft', label: () => arrangingTexts('bar.to_left'), icon: arrowLineLeft }),
  moveToSide(false, { id: 'shortcut.toOther', label: () => arrangingTexts('bar.to_other'), icon: arrowLineRight }),
  { id: 'shortcut.arrange', section: 'move', label: () => arrangingTexts('bar.arrange'), icon: arrowsOutCardinal, run: startArrangingBar },
  { id: 'shortcut.remove', section: 'dangerous', label: () => t('remove'), icon: trash, run: removeFromBar },
]

const tierActions: readonly Action<'tier'>[] = [
  {
    id: 'tier.addShortcut',
    section: 'edit',
    label: () => t('add'),
    icon: pushPin,
    visible: ({ id }) => !findShortcut(id),
    run: async (tier, tools) => (await import('./changes.ts')).addShortcut(tier, tools),
  },
  {
    id: 'tier.removeShortcut',
    section: 'edit',
    label: () => t('remove'),
    icon: trash,
    visible: ({ id }) => findShortcut(id) !== undefined,
    run: removeFromBar,
  },
]

/** Actions on packages in the bar (`shortcut`), and on packages elsewhere (`tier`). */
export const shortcutsActions: ActionTable = { shortcut: shortcutActions, tier: tierActions }
