import { useEffect, useEffectEvent } from 'react'
import { storage } from '#kit/web/storage.ts'

/** ms for which the page has stayed where it is before that is remembered. */
const restMs = 200
/** ms that the page may take to become as long as it was. */
const restoreMs = 2_000

/** Which programme was looked at last in each series of a channel, by the names of these. */
export const lastSeenOf = (channelId: string): Readonly<Record<string, string>> =>
  storage.get('last_seen_channel_id') === channelId ? (storage.get('last_seen_channel_state') ?? {}) : {}

export function rememberSeen(channelId: string, series: string, programmeId: string): void {
  storage.set('last_seen_channel_state', { ...lastSeenOf(channelId), [series]: programmeId })
  storage.set('last_seen_channel_id', channelId)
}

/** Brings the page of a channel back to where it stood, when it is the one that was seen last; and remembers where it stands. */
export function useTvPosition(channelId: string, isReady: boolean, goesElsewhere: boolean): void {
  const follow = useEffectEvent(() => {
    const page = document.querySelector<HTMLElement>('[data-screen]')
    if (!page) return undefined
    const before = storage.get('tier_channel_id') === channelId ? (storage.get('tier_scroll_position') ?? 0) : 0
    const stopRestoring = before > 0 && !goesElsewhere ? restore(page, before) : undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      storage.set('tier_channel_id', channelId)
      storage.set('tier_scroll_position', page.scrollTop)
    }
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, restMs)
    }
    page.addEventListener('scroll', look, { passive: true })
    return () => {
      stopRestoring?.()
      clearTimeout(timer)
      page.removeEventListener('scroll', look)
    }
  })
  // The page scrolls by itself: only the browser knows where it is.
  useEffect(() => (isReady ? follow() : undefined), [isReady])
}

/** Rows come a few at a time: until the page is as long as it was, or the person scrolls. */
function restore(page: HTMLElement, top: number): () => void {
  const sizes = new ResizeObserver(() => {
    page.scrollTop = top
    if (page.scrollTop >= top - 1) stop()
  })
  const stop = () => {
    sizes.disconnect()
    clearTimeout(given)
    for (const kind of ['wheel', 'touchstart', 'keydown']) page.removeEventListener(kind, stop)
  }
  const given = setTimeout(stop, restoreMs)
  for (const child of page.children) sizes.observe(child)
  for (const kind of ['wheel', 'touchstart', 'keydown']) page.addEventListener(kind, stop, { once: true, passive: true })
  page.scrollTop = top
  return stop
}
