import { items, stops } from '#ui/drag/elements.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { closestSubject, shownOfType, type SubjectOf } from '#shell/subjects.ts'
import { paths } from '#shell/paths.ts'
import { barShortcuts } from '#features/arranging/web/bar/shortcuts.ts'
import { barZones } from '#features/arranging/web/bar/zones.ts'
import { packageBar, packageDisc } from '#features/packages/web/elements.ts'
import { addShortcut } from './changes.ts'

/** Returns the source of a drag for a pressed package on a card. */
export function packageSourceAt(element: Element, page: HTMLElement): DragSource | undefined {
  const subject = closestSubject('tier', element)
  const disc = subject && packageDisc.in(subject.element)[0]?.element
  if (!subject || !disc) return undefined
  const { element: card, value: tier } = subject
  const { id, name } = tier
  const find = () => [barShortcuts.get().find((barShortcut) => barShortcut.id === id) ?? newShortcut(tier)]
  const bar = () => packageBar.in(page)[0]?.element
  return {
    name,
    element: card,
    handle: card.querySelector('a') ?? card,
    page,
    createPreview: () => ({ copy: disc.cloneNode(true) as HTMLElement, over: disc }),
    zones() {
      const barElement = bar()
      const dragged = {
        dragged: [{ kind: 'shortcut', place: 'shortcuts', id }] as const,
        subjects: find(),
        item: card,
        isNew: true,
        find,
      } as const
      const groupOf = (groupId: string) => shownOfType('group', barElement).find(({ value }) => value.id === groupId)?.value.group
      return barElement ? barZones(barElement, { ...dragged, onDrop: () => {} }, groupOf) : []
    },
    zonesChange: true,
    droppedElement: () => items.closest(stops.in(bar()).find(({ value }) => value === id)?.element)?.element ?? null,
    onDrawn: () => {},
  }
}

/**
 * Returns a shortcut for a package that isn't in the bar yet. Its index is after all other shortcuts, so that it can be dropped anywhere
 * among them.
 */
const newShortcut = ({ id, name }: SubjectOf<'tier'>): SubjectOf<'shortcut'> => {
  const index = barShortcuts.get().length
  return {
    type: 'shortcut',
    id,
    name,
    picture: null,
    href: paths.tiers({ tier: id }),
    isLeft: false,
    index,
    count: index + 1,
    move: (to, tools) => addShortcut({ id, name }, tools, to),
  }
}
