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
}
