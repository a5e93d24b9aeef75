import { countGaps, type DropPosition } from './geometry.ts'
import { measuredList, type ZoneState } from './zones.ts'

type Key = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

interface ReachedSpot {
  state: ZoneState
  spot: DropPosition
}

/**
 * Returns all targets of a list that the keyboard reaches, in order: places between items if the list has them, and containers. In `both`
 * lists, omits places that refuse the item, unless all places do.
 */
function spotsOf(state: ZoneState): DropPosition[] {
  const { zone } = state
  const list = measuredList(state)
  const onto = list.takes === 'onto'
  const count = onto ? list.spans.length : countGaps(list)
  const spots = Array.from({ length: count }, (_, index) => ({ index, onto })).filter(({ index }) => !onto || index !== list.from)
  if (list.takes !== 'both') return spots
  const candidates = spots.flatMap((spot) => {
    const item = list.from !== undefined && spot.index >= list.from ? spot.index + 1 : spot.index
    return item < list.spans.length && zone.containerAt?.(item) ? [spot, { index: item, onto: true }] : [spot]
  })
  const allowed = candidates.filter((spot) => zone.refusalOf(spot) === undefined)
  return allowed.length > 0 ? allowed : candidates
}

/**
 * Returns the target of an arrow key: the next place in the list, or the next list in the other direction. A column continues beyond its
 * ends.
 */
export function nextDropPosition(states: readonly ZoneState[], from: ReachedSpot | undefined, key: Key): ReachedSpot | undefined {
  if (!from) return undefined
  const isSameAxis = (from.state.zone.axis === 'x') === (key === 'ArrowLeft' || key === 'ArrowRight')
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  if (isSameAxis) {
    const spots = spotsOf(from.state)
    const position = spots.findIndex(({ index, onto }) => index === from.spot.index && onto === from.spot.onto)
    // If the current target no longer exists, continues from the nearest place before it.
    const spot =
      spots[
        position >= 0
          ? position + step
          : Math.max(
              0,
              spots.findLastIndex(({ index }) => index <= from.spot.index),
            )
      ]
    if (spot) return { state: from.state, spot }
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') return undefined
  const inOrder = [...states].sort((a, b) => Number(b.zone.isFixed ?? false) - Number(a.zone.isFixed ?? false) || a.box.top - b.box.top)
  const state = inOrder[inOrder.indexOf(from.state) + step]
  if (!state) return undefined
  const spots = spotsOf(state)
  // A column is entered at its nearer end, a row at the same index.
  const at =
    state.zone.axis === 'y'
      ? step > 0
        ? 0
        : spots.length - 1
      : Math.min(from.state.zone.axis === 'y' ? 0 : from.spot.index, spots.length - 1)
  const spot = spots[at]
  return spot && { state, spot }
}
