import { type RefObject, useEffect } from 'react'
import { keepRow, type Place, positionOf } from '#shell/positions.ts'

/** What the bar is called among the rows of a screen whose positions are remembered. */
const barRow = 'bar'
/** ms that a position has to stand before it is kept. */
const saveDelayMs = 200

/** Remembers how far the bar of a screen is scrolled. The channel that one is on stays in sight all the same. */
export function useBarPosition(bar: RefObject<HTMLElement | null>, place: Place, isShown: boolean): void {
  useEffect(() => {
    const track = bar.current?.querySelector<HTMLElement>('[data-row]')?.firstElementChild
    if (!isShown || !track) return
    const left = positionOf(place).rows?.[barRow]
    if (left !== undefined && !hidesCurrent(track, left)) track.scrollLeft = left
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = setTimeout(() => keepRow(place, barRow, track.scrollLeft), saveDelayMs)
    }
    track.addEventListener('scroll', save, { passive: true })
    return () => {
      clearTimeout(timer)
      track.removeEventListener('scroll', save)
    }
  }, [bar, place, isShown])
}

function hidesCurrent(track: Element, left: number): boolean {
  const current = track.querySelector('[aria-current]')?.closest<HTMLElement>('[data-item]')
  if (!current) return false
  return current.offsetLeft < left || current.offsetLeft + current.offsetWidth > left + track.clientWidth
}
