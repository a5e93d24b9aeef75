import { useMediaSelector } from 'media-chrome/react/media-store'
import { arrowClockwise, arrowCounterClockwise, pauseFill, playFill, skipBackFill, skipForwardFill } from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import { jumpBackSeconds, jumpForwardSeconds } from './keys.ts'
import { t } from './texts.ts'
import css from './TransportButtons.module.css'
import { useControl } from './control.ts'

interface TransportProps {
  previous: { title: string; go: () => void } | undefined
  next: { title: string; go: () => void } | undefined
  /** Starts playback, if nothing has played yet. */
  onStart: (() => void) | undefined
  /** False for frames that can't be controlled. These have their own buttons. */
  steerable: boolean
}

/** The buttons previous, back, play or pause, forward, next. */
export function TransportButtons({ previous, next, onStart, steerable }: TransportProps) {
  return (
    <div className={css.transport}>
      <SkipButton
        icon={skipBackFill}
        label={t('player.noPrevious')}
        to={previous && { ...previous, label: t('player.previous', { title: previous.title }) }}
      />
      {steerable && (
        <>
          <JumpButton by={jumpBackSeconds} icon={arrowCounterClockwise} label={t('player.back', { seconds: -jumpBackSeconds })} />
          <PlayButton onStart={onStart} />
          <JumpButton by={jumpForwardSeconds} icon={arrowClockwise} label={t('player.on', { seconds: jumpForwardSeconds })} />
        </>
      )}
      <SkipButton
        icon={skipForwardFill}
        label={t('player.noNext')}
        to={next && { ...next, label: t('player.next', { title: next.title }) }}
      />
    </div>
  )
}

function PlayButton({ onStart }: { onStart: (() => void) | undefined }) {
  const control = useControl()
  const paused = useMediaSelector((state) => state.mediaPaused ?? true)
  const ended = useMediaSelector((state) => state.mediaEnded ?? false)
  const label = ended ? t('player.again') : paused ? t('player.play') : t('player.pause')
  return (
    <button
      type="button"
      className={css.play}
      aria-label={label}
      title={label}
      onClick={onStart ?? (() => control.perform({ do: 'toggle' }))}
    >
      <Icon icon={paused ? playFill : pauseFill} size={34} />
    </button>
  )
}

function JumpButton({ by, icon, label }: { by: number; icon: string; label: string }) {
  const control = useControl()
  return (
    <button type="button" className={css.jump} aria-label={label} title={label} onClick={() => control.perform({ do: 'jump', by })}>
      <Icon icon={icon} size={42} />
      <b aria-hidden="true">{Math.abs(by)}</b>
    </button>
  )
}

interface SkipButtonProps {
  icon: string
  label: string
  to: { label: string; go: () => void } | undefined
}

function SkipButton({ icon, label, to }: SkipButtonProps) {
  return (
    <button type="button" className={css.skip} aria-label={to?.label ?? label} title={to?.label} disabled={!to} onClick={to?.go}>
      <Icon icon={icon} size={30} />
    </button>
  )
}
