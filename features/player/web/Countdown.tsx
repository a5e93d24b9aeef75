import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/toggles.tsx'
import { playerPreferences, usePlayerPreferences } from './preferences.ts'
import { t } from './texts.ts'
import css from './PlayerNotes.module.css'

/** Text that only screen readers announce. */
export const VisuallyHidden = ({ children }: { children: string }) => <output className={css.spokenOnly}>{children}</output>

/** Seconds between the end of an item and the next. */
const countdownSeconds = 5

/**
 * Counts down to the next item after an item ends, unless autoplay is off.
 * @param key identifies the playback. A new key ends the countdown
 * @param next plays the next item; undefined if there is none
 */
export function useCountdown(key: string, next: (() => void) | undefined) {
  const { playNext } = usePlayerPreferences()
  const [ended, setEnded] = useState<string>()
  const [left, setLeft] = useState(countdownSeconds)
  const counting = playNext && ended === key && next !== undefined

  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => {
      clearInterval(timer)
      setLeft(countdownSeconds)
    }
  }, [counting])

  const onElapsed = useEffectEvent(() => next?.())
  useEffect(() => {
    if (counting && left <= 0) onElapsed()
  }, [counting, left])

  return {
    /** Whole seconds left; undefined outside a countdown. */
    secondsLeft: counting ? Math.max(0, left) : undefined,
    /** Call when playback has ended. */
    start: () => setEnded(key),
    /** Call to cancel the countdown, or when playback resumes. */
    cancel: () => setEnded(undefined),
  }
}

export type Countdown = ReturnType<typeof useCountdown>

/** Countdown to the next item, with "play now" and "cancel". */
export function CountdownNote({ countdown, title, onNext }: { countdown: Countdown; title: string; onNext: () => void }) {
  const { secondsLeft } = countdown
  if (secondsLeft === undefined) return null
  return (
    <div className={css.note}>
      <p>
        <span aria-hidden="true">{t('player.countdown.in', { title, seconds: secondsLeft })}</span>
        {/* Announced once, instead of every second. */}
        <VisuallyHidden>{t('player.countdown.soon', { title })}</VisuallyHidden>
      </p>
      <div className={css.actions}>
        <Button kind="accent" size="s" onClick={onNext}>
          {t('player.countdown.now')}
        </Button>
        <Button kind="quiet" size="s" onClick={countdown.cancel}>
          {t('player.countdown.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The setting that plays the next item automatically. */
export function PlayNextSwitch() {
  const { playNext } = usePlayerPreferences()
  return (
    <Switch
      label={t('player.playNext')}
      checked={playNext}
      onChange={({ currentTarget }) => playerPreferences.set({ playNext: currentTarget.checked })}
    />
  )
}
