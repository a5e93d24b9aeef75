import { useMediaSelector } from 'media-chrome/react/media-store'
import { SpokenOnly } from './SpokenOnly.tsx'
import { t } from './texts.ts'

/** Announces playback state to screen readers. */
export function Announcer({ title }: { title: string }) {
  const started = useMediaSelector((state) => state.mediaHasPlayed ?? false)
  const paused = useMediaSelector((state) => state.mediaPaused ?? true)
  const loading = useMediaSelector((state) => state.mediaLoading ?? true)
  const words = !started
    ? t('player.starting', { title })
    : paused
      ? t('player.paused')
      : loading
        ? t('player.buffering')
        : t('player.playing', { title })
  return <SpokenOnly>{words}</SpokenOnly>
}
