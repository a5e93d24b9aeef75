/** Casting through Google's sender in a separate window, because this page runs no third-party scripts. */
import { language } from '#kit/web/i18n.ts'
import { castPath, type CastItem, type CastMessage, isCastMessage } from '../cast-data.ts'
import type { PlayableItem, PlaybackPlan } from './plan.ts'

const castTypes: Readonly<Record<string, string>> = { hls: 'application/vnd.apple.mpegurl', file: 'video/mp4' }
const windowFeatures = 'popup,width=420,height=480'

/** Whether Google's sender supports this browser. */
const hasSender = () => 'chrome' in globalThis

/** Whether a receiver can fetch the source by URL alone. Sources without https, or that need our cookie, don't work. */
export const isCastable = (plan: PlaybackPlan): boolean => {
  if (plan.type !== 'media' || !(plan.kind in castTypes) || !hasSender()) return false
  const { protocol, host, username } = new URL(plan.src)
  return protocol === 'https:' && host !== location.host && username === ''
}

interface CastTools {
  item: PlayableItem
  plan: PlaybackPlan
  isLive: boolean
  /** Start in seconds. */
  position: number
  /** Called when the item plays on the other screen. */
  onPlaying: () => void
}

/** Opens the casting window. @returns false if the browser blocked it */
export function openCastWindow({ item, plan, isLive, position, onPlaying }: CastTools): boolean {
  if (plan.type !== 'media') return false
  const castWindow = window.open(`${castPath}?lang=${language}`, 'cast', windowFeatures)
  if (!castWindow) return false
  const cast: CastItem = {
    src: plan.src,
    type: castTypes[plan.kind] ?? '',
    title: item.title,
    subtitle: item.subtitle ?? item.partOf,
    isLive,
    position: isLive ? 0 : position,
  }
  const listening = new AbortController()
  const listen = ({ source, origin, data }: MessageEvent) => {
    // Identifies the window by its object, because a sandboxed window has no origin to compare.
    if (source !== castWindow || origin !== 'null' || !isCastMessage(data)) return
    if (data.cast === 'ready') castWindow.postMessage({ cast: 'item', item: cast } satisfies CastMessage, '*')
    if (data.cast === 'playing') onPlaying()
  }
  addEventListener('message', listen, { signal: listening.signal })
  const watching = setInterval(() => {
    if (!castWindow.closed) return
    clearInterval(watching)
    listening.abort()
  }, 1000)
  return true
}
