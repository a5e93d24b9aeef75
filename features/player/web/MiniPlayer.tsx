import { useMediaSelector } from 'media-chrome/react/media-store'
import { pauseFill, playFill, skipForwardFill, x } from '#ui/icons.ts'
import { isPlainClick } from '#shell/links.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Button } from '#ui/Button.tsx'
import { ItemLines } from './ItemLines.tsx'
import { expandLinkRef } from './elements.ts'
import css from './MiniPlayer.module.css'
import { expandPlayer } from './presenting.ts'
import type { PlayableItem } from './plan.ts'
import { t } from './texts.ts'
import type { Countdown } from './Countdown.tsx'
import { useControl } from './control.ts'

interface MiniPlayerProps {
  item: PlayableItem
  /** Whether playback can be controlled. Frames that can't be controlled have their own buttons. */
  steerable: boolean
  countdown: Countdown
  /** The next item: its title, shown during the countdown, and a function that plays the item. */
  next: { title: string; go: () => void } | undefined
  /** Starts playback, if nothing has played yet. */
  onStart: (() => void) | undefined
  onClose: () => void
}

/** Controls of the docked player: title, play or pause, close. A press on the title expands the player. */
export function MiniPlayer({ item, steerable, countdown, next, onStart, onClose }: MiniPlayerProps) {
  const { secondsLeft } = countdown
  const counts = secondsLeft !== undefined && next !== undefined
  return (
    <div className={css.bar} data-mini="">
      <a
        className={css.what}
        href={item.href}
        aria-label={t('player.expand', { title: item.title })}
        ref={expandLinkRef}
        data-expand=""
        onClick={(event) => isPlainClick(event) && expandPlayer()}
      >
        <ItemLines
          title={counts ? next.title : item.title}
          meta={counts ? t('player.countdown.short', { seconds: secondsLeft }) : item.partOf}
        />
      </a>
      {counts ? (
        <Button kind="quiet" size="s" onClick={countdown.cancel}>
          {t('player.countdown.cancel')}
        </Button>
      ) : (
        (steerable || onStart) && <PlayOrPause onStart={onStart} />
      )}
      {next && !counts && <IconButton icon={skipForwardFill} label={t('player.next', { title: next.title })} onClick={next.go} />}
      <IconButton icon={x} label={t('player.close')} onClick={onClose} />
    </div>
  )
}

function PlayOrPause({ onStart }: { onStart: (() => void) | undefined }) {
  const control = useControl()
  const paused = useMediaSelector((state) => state.mediaPaused ?? true)
  const ended = useMediaSelector((state) => state.mediaEnded ?? false)
  return (
    <IconButton
      icon={paused ? playFill : pauseFill}
      label={t(ended ? 'player.again' : paused ? 'player.play' : 'player.pause')}
      onClick={onStart ?? (() => control.perform({ do: 'toggle' }))}
    />
  )
}
