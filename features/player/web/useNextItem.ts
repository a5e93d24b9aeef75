import { useEffect, useEffectEvent } from 'react'
import { toast } from '#ui/toasts.ts'
import type { PlayerControl } from './control.ts'
import { useCountdown } from './Countdown.tsx'
import type { NowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { usePlayerPreferences } from './preferences.ts'
import { playIndex } from './presenting.ts'
import { t } from './texts.ts'
import type { Playback } from './usePlayback.ts'

interface NextItemOptions {
  now: NowPlaying
  item: PlayableItem
  nextIndex: number | undefined
  playback: Playback
  control: PlayerControl
}

/** Plays the next item, or the same one again, when an item has ended. Skips an item that can't play. */
export function useNextItem({ now, item, nextIndex, playback, control }: NextItemOptions) {
  const { view, repeat, startedAutomatically = false } = now
  const countdown = useCountdown(playback.key, nextIndex === undefined ? undefined : () => playIndex(nextIndex, true))
  const { playNext } = usePlayerPreferences()
  // Whether to skip an unplayable item: the user didn't choose it, and isn't reading about it.
  const isSkipped = playback.mode.kind === 'failed' && (startedAutomatically || view === 'docked') && playNext && nextIndex !== undefined
  const skip = useEffectEvent(() => {
    countdown.start()
    if (view === 'docked') toast(t('queue.skipped', { title: item.title }), { warning: true })
  })
  useEffect(() => {
    if (isSkipped) skip()
  }, [isSkipped])
  const playsAgain = repeat === 'one' || (repeat === 'all' && nextIndex === undefined)
  const onEnded = () => {
    if (!playsAgain) return countdown.start()
    control.seek(0)
    void control.media?.play().catch(() => {})
  }
  return { countdown, isSkipped, onEnded }
}
