import { useMediaSelector } from 'media-chrome/react/media-store'
import { pauseFill, playFill, x } from '#ui/icons.ts'
import { isPlainPress } from '#shell/links.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Button } from '#ui/Button.tsx'
import { ItemLines } from './ItemLines.tsx'
import css from './MiniPlayer.module.css'
import { expandPlayer } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { t } from './texts.ts'
import type { Countdown } from './useCountdown.ts'
import { useControl } from './useControl.ts'

interface MiniPlayerProps {
  item: PlayableItem
  /** What the item is a part of. */
  title: string
  /** Shows it in the full player. */
  href: string
  /** A frame that nobody can tell to play or pause has its own buttons. */
  steerable: boolean
  countdown: Countdown
  /** What is counted down to. */
  nextTitle: string | undefined
  onClose: () => void
}

/** Beside or below the picture of the docked player: what plays, play or pause, and the end. Pressing it brings the full player back. */
export function MiniPlayer({ item, title, href, steerable, countdown, nextTitle, onClose }: MiniPlayerProps) {
  const { secondsLeft } = countdown
  const counts = secondsLeft !== undefined && nextTitle !== undefined
  return (
    <div className={css.bar} data-mini="">
      <a
        className={css.what}
        href={href}
        aria-label={t('player.expand', { title: item.title })}
        data-expand=""
        onClick={(event) => isPlainPress(event) && expandPlayer()}
      >
        <ItemLines title={counts ? nextTitle : item.title} meta={counts ? t('player.countdown.short', { seconds: secondsLeft }) : title} />
      </a>
      {counts ? (
        <Button kind="quiet" size="s" onClick={countdown.cancel}>
          {t('player.countdown.cancel')}
        </Button>
      ) : (
        steerable && <PlayOrPause />
      )}
      <IconButton icon={x} label={t('player.close')} onClick={onClose} />
    </div>
  )
}

function PlayOrPause() {
  const control = useControl()
  const paused = useMediaSelector((state) => state.mediaPaused ?? true)
  const ended = useMediaSelector((state) => state.mediaEnded ?? false)
  return (
    <IconButton
      icon={paused ? playFill : pauseFill}
      label={t(ended ? 'player.again' : paused ? 'player.play' : 'player.pause')}
      onClick={() => control.perform({ do: 'toggle' })}
    />
  )
}
