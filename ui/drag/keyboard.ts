import { countGaps, type DropPosition } from './geometry.ts'
import { measuredList, type ZoneState } from './zones.ts'

type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

interface ReachedPosition {
  state: ZoneState
  position: DropPosition
}

/**
 * Returns all targets of a list that the keyboard reaches, in order: places between items if the list has them, and containers. In `both`
 * lists, omits places that refuse the item; if all places refuse it, returns all.
 */
function listPositions(state: ZoneState): DropPosition[] {
  const { zone } = state
  const list = measuredList(state)
  const onto = list.takes === 'onto'
  const count = onto ? list.spans.length : countGaps(list)
  const positions = Array.from({ length: count }, (_, index) => ({ index, onto })).filter(({ index }) => !onto || index !== list.from)
  if (list.takes !== 'both') return positions
  const candidates = positions.flatMap((position) => {
    const item = list.from !== undefined && position.index >= list.from ? position.index + 1 : position.index
    return item < list.spans.length && zone.containerAt?.(item) ? [position, { index: item, onto: true }] : [position]
  })
  const allowed = candidates.filter((position) => zone.findRefusal(position) === undefined)
  return allowed.length > 0 ? allowed : candidates
}

/**
 * Returns the target of an arrow key: the next place in the list, or the next list in the other direction. At the end of a column, returns
 * a place in the next list.
 */
export function nextDropPosition(
  states: readonly ZoneState[],
  from: ReachedPosition | undefined,
  key: ArrowKey,
): ReachedPosition | undefined {
  if (!from) return undefined
  const isSameAxis = (from.state.zone.axis === 'x') === (key === 'ArrowLeft' || key === 'ArrowRight')
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  if (isSameAxis) {
    const positions = listPositions(from.state)
    const reachedIndex = positions.findIndex(({ index, onto }) => index === from.position.index && onto === from.position.onto)
    // If the current target no longer exists, continues from the nearest place before it.
    const position =
      positions[
        reachedIndex >= 0
          ? reachedIndex + step
          : Math.max(
              0,
              positions.findLastIndex(({ index }) => index <= from.position.index),
            )
      ]
    if (position) return { state: from.state, position }
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') return undefined
  const inOrder = [...states].sort((a, b) => Number(b.zone.isFixed ?? false) - Number(a.zone.isFixed ?? false) || a.box.top - b.box.top)
  const state = inOrder[inOrder.indexOf(from.state) + step]
  if (!state) return undefined
  const positions = listPositions(state)
  // A column is entered at its nearer end, a row at the same index.
  const at =
    state.zone.axis === 'y'
      ? step > 0
        ? 0
        : positions.length - 1
      : Math.min(from.state.zone.axis === 'y' ? 0 : from.position.index, positions.length - 1)
  const position = positions[at]
  return position && { state, position }
}
