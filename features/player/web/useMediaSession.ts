import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect } from 'react'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { type Chapter, findChapterAt } from './chapters.ts'
import type { PlayerControl } from './control.ts'
import { jumpBackSeconds, jumpForwardSeconds } from './keys.ts'
import { endPlayer } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'

interface ShownItem {
  item: PlayableItem
  chapters: readonly Chapter[]
  control: PlayerControl
  /** Starts playback, if nothing has played yet. */
  onStart: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The picture in all sizes, from which the system chooses. */
function artworkOf(address: string): MediaImage[] {
  const { width: ownWidth, height, widths } = parsePictureAddress(address) ?? { width: 0, height: 0, widths: [] }
  return widths.map((width) => ({
    src: address.replace(/\d+(?=\.webp)/, String(width)),
    sizes: `${width}x${Math.round((height / ownWidth) * width)}`,
    type: 'image/webp',
  }))
}

const hasMediaSession = 'mediaSession' in navigator

/** Gives the system's controls (lock screen, headset, remote) metadata and actions, by the Media Session API. */
export function useMediaSession({ item, chapters, control, onStart, onPrevious, onNext }: ShownItem): void {
  const { title, subtitle, partOf, image } = item
  const chapter = useMediaSelector((state) => chapters[findChapterAt(chapters, state.mediaCurrentTime ?? 0)]?.title)
  const album = chapter ?? subtitle ?? ''
  useEffect(() => {
    if (!hasMediaSession) return
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: partOf, album, artwork: image ? artworkOf(image) : [] })
  }, [title, partOf, album, image])

  useEffect(() => {
    if (!hasMediaSession) return
    const { mediaSession } = navigator
    const handlers = {
      play: () => (onStart ? onStart() : control.setPaused(false)),
      pause: () => control.setPaused(true),
      stop: endPlayer,
      seekto: ({ seekTime }) => seekTime !== undefined && control.seek(seekTime),
      seekbackward: ({ seekOffset }) => control.perform({ do: 'jump', by: -(seekOffset ?? -jumpBackSeconds) }),
      seekforward: ({ seekOffset }) => control.perform({ do: 'jump', by: seekOffset ?? jumpForwardSeconds }),
      previoustrack: onPrevious ?? null,
      nexttrack: onNext ?? null,
    } satisfies { [action in MediaSessionAction]?: MediaSessionActionHandler | null }
    const actions = Object.keys(handlers) as (keyof typeof handlers)[]
    for (const action of actions) mediaSession.setActionHandler(action, handlers[action])
    return () => {
      for (const action of actions) mediaSession.setActionHandler(action, null)
    }
  }, [control, onStart, onPrevious, onNext])

  usePlaybackState(control)
  // Clears the metadata when the player is removed.
  useEffect(
    () => () => {
      if (!hasMediaSession) return
      navigator.mediaSession.metadata = null
      navigator.mediaSession.playbackState = 'none'
    },
    [],
  )
}

/** Seconds between updates of the position. The system computes positions in between. */
const updateSeconds = 10

/** Reports playback state and position. Live streams have no position. */
function usePlaybackState(control: PlayerControl): void {
  const isPaused = useMediaSelector((state) => state.mediaPaused ?? true)
  const duration = useMediaSelector((state) => state.mediaDuration)
  const rate = useMediaSelector((state) => state.mediaPlaybackRate)
  const roundedTime = useMediaSelector((state) => Math.floor((state.mediaCurrentTime ?? 0) / updateSeconds) * updateSeconds)
  useEffect(() => {
    if (!hasMediaSession) return
    const { mediaSession } = navigator
    mediaSession.playbackState = isPaused ? 'paused' : 'playing'
    if (!('setPositionState' in mediaSession)) return
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0 && !control.isLive
    const position = Math.min(Math.max(roundedTime, control.media?.currentTime ?? 0), duration ?? 0)
    if (isKnown) mediaSession.setPositionState({ duration, position, playbackRate: rate || 1 })
    else mediaSession.setPositionState()
  }, [control, duration, isPaused, rate, roundedTime])
}
