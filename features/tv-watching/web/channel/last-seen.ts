import { useEffect, useEffectEvent } from 'react'
import { storage } from '#kit/web/storage.ts'
import { screenAt } from '#ui/drag/late-elements.ts'

/** Milliseconds without scrolling after which the position is stored. */
const restMs = 200
/** How long the page may take to regain its height, in ms. */
const restoreTimeoutMs = 2_000

/** Returns the last viewed programme of each series of a channel, by series name. */
export const readLastSeen = (channelId: string): Readonly<Record<string, string>> =>
  storage.get('last_seen_channel_id') === channelId ? (storage.get('last_seen_channel_state') ?? {}) : {}

export function saveLastSeen(channelId: string, series: string, programmeId: string): void {
  storage.set('last_seen_channel_state', { ...readLastSeen(channelId), [series]: programmeId })
  storage.set('last_seen_channel_id', channelId)
}

/** Restores the scroll position of a channel's page, if the user viewed it last, and stores changes. */
export function useTvPosition(channelId: string, isReady: boolean, hasTarget: boolean): void {
  const follow = useEffectEvent(() => {
    const page = screenAt(document.getElementById('content'))
    if (!page) return undefined
    const before = storage.get('tier_channel_id') === channelId ? (storage.get('tier_scroll_position') ?? 0) : 0
    const stopRestoring = before > 0 && !hasTarget ? restoreScroll(page, before) : undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const storePosition = () => {
      storage.set('tier_channel_id', channelId)
      storage.set('tier_scroll_position', page.scrollTop)
    }
    const scheduleKeep = () => {
      clearTimeout(timer)
      timer = setTimeout(storePosition, restMs)
    }
    page.addEventListener('scroll', scheduleKeep, { passive: true })
    return () => {
      stopRestoring?.()
      clearTimeout(timer)
      page.removeEventListener('scroll', scheduleKeep)
    }
  })
  // An effect, as React doesn't manage scrolling.
  useEffect(() => (isReady ? follow() : undefined), [isReady])
}

/** Scrolls again as rows are rendered, until the page has its former height or the user scrolls. */
function restoreScroll(page: HTMLElement, top: number): () => void {
  const sizes = new ResizeObserver(() => {
    page.scrollTop = top
    if (page.scrollTop >= top - 1) stop()
  })
  const stop = () => {
    sizes.disconnect()
    clearTimeout(timeout)
    for (const kind of ['wheel', 'touchstart', 'keydown']) page.removeEventListener(kind, stop)
  }
  const timeout = setTimeout(stop, restoreTimeoutMs)
  for (const child of page.children) sizes.observe(child)
  for (const kind of ['wheel', 'touchstart', 'keydown']) page.addEventListener(kind, stop, { once: true, passive: true })
  page.scrollTop = top
  return stop
}
