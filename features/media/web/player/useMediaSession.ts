import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect } from 'react'
import type { PlayerControl } from './control.ts'
import { jumpBack, jumpOn } from './keys.ts'
import type { PlayableItem } from './plan.ts'

/** Gives the system's own controls (lock screen, headset, remote control) what plays and what they may do with it. */
export function useMediaSession(
  item: PlayableItem,
  control: PlayerControl,
  previous: (() => void) | undefined,
  next: (() => void) | undefined,
): void {
  const { title, subtitle, site, image } = item
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({ title, artist: subtitle ?? site ?? '', artwork: image ? [{ src: image }] : [] })
    return () => void (mediaSession.metadata = null)
  }, [title, subtitle, site, image])

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const handlers = {
      seekto: ({ seekTime }) => seekTime !== undefined && control.seek(seekTime),
      seekbackward: () => control.perform({ do: 'jump', by: jumpBack }),
      seekforward: () => control.perform({ do: 'jump', by: jumpOn }),
      previoustrack: previous ?? null,
      nexttrack: next ?? null,
    } satisfies { [action in MediaSessionAction]?: MediaSessionActionHandler | null }
    const actions = Object.keys(handlers) as (keyof typeof handlers)[]
    for (const action of actions) navigator.mediaSession.setActionHandler(action, handlers[action])
    return () => {
      for (const action of actions) navigator.mediaSession.setActionHandler(action, null)
    }
  }, [control, previous, next])
  usePositionState(control)
}

/** Seconds after which the system is told the position again: until then it counts by itself. */
const tellSeconds = 10

/** Where one is, on the lock screen. What is live has no position there. */
function usePositionState(control: PlayerControl): void {
  const duration = useMediaSelector((state) => state.mediaDuration)
  const rate = useMediaSelector((state) => state.mediaPlaybackRate)
  const roughly = useMediaSelector((state) => Math.floor((state.mediaCurrentTime ?? 0) / tellSeconds) * tellSeconds)
  useEffect(() => {
    if (!('mediaSession' in navigator) || !('setPositionState' in navigator.mediaSession)) return
    const { mediaSession } = navigator
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0 && !control.isLive
    const position = Math.min(Math.max(roughly, control.media?.currentTime ?? 0), duration ?? 0)
    if (isKnown) mediaSession.setPositionState({ duration, position, playbackRate: rate || 1 })
    else mediaSession.setPositionState()
  }, [control, duration, rate, roughly])
}
