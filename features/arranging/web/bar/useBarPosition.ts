import { type RefObject, useEffect } from 'react'
import { items, rows } from '#ui/drag/elements.ts'
import { saveRowScroll, type PositionKey, readScrollPosition } from '#shell/scroll-positions.ts'

/** Key of the bar among the remembered rows of a screen. */
const barRow = 'bar'
/** Milliseconds after the last scroll before the position is saved. */
const saveDelayMs = 200
/** Maximum time in ms for which the bar waits for more stops to reach its former position. */
const returnTimeoutMs = 2000

/** Saves and restores the scroll position of a screen's bar. Doesn't restore a position that would hide the current channel. */
export function useBarPosition(bar: RefObject<HTMLElement | null>, place: PositionKey, isShown: boolean): void {
  useEffect(() => {
    const track = bar.current && rows.in(bar.current)[0]?.element.firstElementChild
    if (!isShown || !track) return
    const left = readScrollPosition(place).rows?.[barRow]
    const stopReturning = left !== undefined && !isCurrentHidden(track, left) ? restoreScrollLeft(track, left) : undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = setTimeout(() => saveRowScroll(place, barRow, track.scrollLeft), saveDelayMs)
    }
    track.addEventListener('scroll', save, { passive: true })
    return () => {
      clearTimeout(timer)
      stopReturning?.()
      track.removeEventListener('scroll', save)
    }
  }, [bar, place, isShown])
}

/**
 * Scrolls to the former position. Scrolls again as more stops load, until the position is reached or the user scrolls.
 * @returns a function that stops it
 */
function restoreScrollLeft(track: Element, scrollLeft: number): () => void {
  track.scrollLeft = scrollLeft
  const added = new MutationObserver(() => {
    track.scrollLeft = scrollLeft
    if (Math.ceil(track.scrollLeft) >= scrollLeft) stop()
  })
  const giveUpTimer = setTimeout(stop, returnTimeoutMs)
  const byPerson = ['wheel', 'pointerdown', 'keydown']
  function stop() {
    added.disconnect()
    clearTimeout(giveUpTimer)
    for (const kind of byPerson) track.removeEventListener(kind, stop)
  }
  added.observe(track, { childList: true })
  for (const kind of byPerson) track.addEventListener(kind, stop, { once: true, passive: true })
  if (Math.ceil(track.scrollLeft) >= scrollLeft) stop()
  return stop
}

function isCurrentHidden(track: Element, left: number): boolean {
  const current = items.closest(track.querySelector('[aria-current]'))?.element
  if (!current) return false
  return current.offsetLeft < left || current.offsetLeft + current.offsetWidth > left + track.clientWidth
}
