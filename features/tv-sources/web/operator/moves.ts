import { arrowDown, arrowLineDown, arrowLineUp, arrowUp } from '#ui/icons.ts'
import type { MenuRow } from '#ui/menus.ts'
import { t } from '../texts.ts'

/** Returns menu rows that move an item in its list. @param last the list's last index; undefined if unknown */
export function moveMenuRows(index: number, last: number | undefined, move: (order: number) => void): MenuRow[] {
  const end = 1_000_000
  const rows = [
    { id: 'up', name: t('operator.up'), icon: arrowUp, to: index - 1, can: index > 0 },
    { id: 'down', name: t('operator.down'), icon: arrowDown, to: index + 1, can: index !== last },
    { id: 'first', name: t('operator.first'), icon: arrowLineUp, to: 0, can: index > 0 },
    { id: 'last', name: t('operator.last'), icon: arrowLineDown, to: end, can: index !== last },
  ]
  return rows.flatMap(({ to, can, ...row }) => (can ? [{ ...row, section: 'move', perform: () => move(to) }] : []))
}
