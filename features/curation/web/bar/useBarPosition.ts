import { type RefObject, useEffect } from 'react'
import { keepRow, type Place, positionOf } from '#shell/positions.ts'

/** What the bar is called among the rows of a screen whose positions are remembered. */
const barRow = 'bar'
/** ms that a position has to stand before it is kept. */
const saveDelayMs = 200
/** How long the bar may take to become as long as it was. */
const returnTimeoutMs = 2000

/** Remembers how far the bar of a screen is scrolled. The channel that one is on stays in sight all the same. */
export function useBarPosition(bar: RefObject<HTMLElement | null>, place: Place, isShown: boolean): void {
  useEffect(() => {
    const track = bar.current?.querySelector<HTMLElement>('[data-row]')?.firstElementChild
    if (!isShown || !track) return
    const left = positionOf(place).rows?.[barRow]
    const stopReturning = left !== undefined && !hidesCurrent(track, left) ? returnTo(track, left) : undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = setTimeout(() => keepRow(place, barRow, track.scrollLeft), saveDelayMs)
    }
    track.addEventListener('scroll', save, { passive: true })
    return () => {
      clearTimeout(timer)
      stopReturning?.()
      track.removeEventListener('scroll', save)
    }
  }, [bar, place, isShown])
}

/** Its last stops may come later than the bar: it is moved until it is there, or the person moves it. @returns how to stop that */
function returnTo(track: Element, left: number): () => void {
  track.scrollLeft = left
  const added = new MutationObserver(() => {
    track.scrollLeft = left
    if (Math.ceil(track.scrollLeft) >= left) stop()
  })
  const givenUp = setTimeout(stop, returnTimeoutMs)
  const byPerson = ['wheel', 'pointerdown', 'keydown']
  function stop() {
    added.disconnect()
    clearTimeout(givenUp)
    for (const kind of byPerson) track.removeEventListener(kind, stop)
  }
  added.observe(track, { childList: true })
  for (const kind of byPerson) track.addEventListener(kind, stop, { once: true, passive: true })
  if (Math.ceil(track.scrollLeft) >= left) stop()
  return stop
}

function hidesCurrent(track: Element, left: number): boolean {
  const current = track.querySelector('[aria-current]')?.closest<HTMLElement>('[data-item]')
  if (!current) return false
  return current.offsetLeft < left || current.offsetLeft + current.offsetWidth > left + track.clientWidth
}
