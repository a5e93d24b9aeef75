import { type RefObject, useEffect, useState } from 'react'
import { items } from './drag/elements.ts'

/** A row with more items than this mounts only those near the view. */
const longList = 40
/** Number of items that are mounted on each side of the view. */
const marginItems = 6

export const isLongList = (count: number): boolean => count > longList

/**
 * Renders only a part of a row of equally wide items: those in view, some on both sides, and the focused item with its neighbours. Spacers
 * replace the other items.
 * @param showing index of an item to scroll to, whenever it changes
 */
export function useItemsInView(track: RefObject<HTMLElement | null>, count: number, focused: number, showing: number | undefined) {
  /** Distance from one item's start to the next in px; 0 until measured. */
  const [pitch, setPitch] = useState(0)
  const [range, setRange] = useState({ from: 0, to: marginItems * 2 })

  useEffect(() => {
    const { current } = track
    if (!isLongList(count) || !current) return
    const measured = new ResizeObserver(() => {
      const [first, second] = items.in(current)
      if (first && second) setPitch((second.element.offsetLeft - first.element.offsetLeft) / (second.value - first.value))
    })
    measured.observe(current)
    return () => measured.disconnect()
  }, [track, count])

  useEffect(() => {
    const { current } = track
    if (showing === undefined || !current) return
    if (isLongList(count)) current.scrollTo({ left: showing * pitch, behavior: 'instant' })
    else {
      // Scrolls only the row, because the caller decides whether the page scrolls.
      const item = items.in(current).find(({ value }) => value === showing)?.element
      if (item) current.scrollTo({ left: item.offsetLeft - (current.clientWidth - item.offsetWidth) / 2, behavior: 'instant' })
    }
  }, [track, count, showing, pitch])

  const update = () => {
    const { current } = track
    if (!current || !pitch) return
    const from = Math.max(0, Math.floor(current.scrollLeft / pitch) - marginItems)
    const to = Math.min(count, Math.ceil((current.scrollLeft + current.clientWidth) / pitch) + marginItems)
    setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
  }

  if (!isLongList(count)) {
    return { items: Array.from({ length: count }, (_, index) => ({ index, before: undefined })), after: undefined, update }
  }
  // Neighbours of the focused item stay mounted, because a held arrow key moves the focus faster than the row scrolls.
  const indexes = new Set([...indexRange(focused - 2, focused + 3), ...indexRange(range.from, range.to)])
  const mounted = [...indexes].filter((index) => index >= 0 && index < count).sort((a, b) => a - b)
  return {
    items: mounted.map((index, nth) => ({ index, before: (index - (mounted[nth - 1] ?? -1) - 1) * pitch || undefined })),
    after: (count - 1 - (mounted.at(-1) ?? 0)) * pitch || undefined,
    update,
  }
}

const indexRange = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
