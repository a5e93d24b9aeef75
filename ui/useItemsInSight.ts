import { type RefObject, useEffect, useState } from 'react'

/** From so many items on, only those in sight are in the page. */
const long = 40
/** Items kept on both sides of what is in sight. */
const spare = 6

export const isLong = (count: number): boolean => count > long

/**
 * The items of a row of equally wide items that have to be in the page: those in sight, some on both sides, and the one
 * with the focus and its neighbours. Space stands for the others, so that the row is as long as it would be.
 * @param showing index of the item to bring into sight, whenever it changes
 */
export function useItemsInSight(track: RefObject<HTMLElement | null>, count: number, focused: number, showing: number | undefined) {
  /** px from one item to the next; 0 until it is measured. */
  const [pitch, setPitch] = useState(0)
  const [range, setRange] = useState({ from: 0, to: spare * 2 })

  useEffect(() => {
    const { current } = track
    if (!isLong(count) || !current) return
    const measured = new ResizeObserver(() => {
      const [first, second] = current.querySelectorAll<HTMLElement>('[data-item]')
      if (first && second) setPitch((second.offsetLeft - first.offsetLeft) / (indexOf(second) - indexOf(first)))
    })
    measured.observe(current)
    return () => measured.disconnect()
  }, [track, count])

  useEffect(() => {
    const { current } = track
    if (showing === undefined || !current) return
    if (isLong(count)) current.scrollTo({ left: showing * pitch, behavior: 'instant' })
    else {
      // The row alone: whether the page goes there too is for whoever asked.
      const item = current.querySelector<HTMLElement>(`[data-item="${showing}"]`)
      if (item) current.scrollTo({ left: item.offsetLeft - (current.clientWidth - item.offsetWidth) / 2, behavior: 'instant' })
    }
  }, [track, count, showing, pitch])

  const look = () => {
    const { current } = track
    if (!current || !pitch) return
    const from = Math.max(0, Math.floor(current.scrollLeft / pitch) - spare)
    const to = Math.min(count, Math.ceil((current.scrollLeft + current.clientWidth) / pitch) + spare)
    setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
  }

  if (!isLong(count)) {
    return { items: Array.from({ length: count }, (_, index) => ({ index, before: undefined })), after: undefined, look }
  }
  // The neighbours of the focus are there too: an arrow key held down is faster than the scrolling.
  const indexes = new Set([...between(focused - 2, focused + 3), ...between(range.from, range.to)])
  const shown = [...indexes].filter((index) => index >= 0 && index < count).sort((a, b) => a - b)
  return {
    items: shown.map((index, at) => ({ index, before: (index - (shown[at - 1] ?? -1) - 1) * pitch || undefined })),
    after: (count - 1 - (shown.at(-1) ?? 0)) * pitch || undefined,
    look,
  }
}

const between = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const indexOf = (item: HTMLElement) => Number(item.dataset['item'])
