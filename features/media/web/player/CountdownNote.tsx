import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/toggles.tsx'
import css from './Explain.module.css'
import { playerPreferences, usePlayerPreferences } from './preferences.ts'
import { SpokenOnly } from './SpokenOnly.tsx'
import { t } from './texts.ts'
import type { Countdown } from './useCountdown.ts'

/** Countdown to the next item, with "play now" and "cancel". */
export function CountdownNote({ countdown, title, onNext }: { countdown: Countdown; title: string; onNext: () => void }) {
  const { secondsLeft } = countdown
  if (secondsLeft === undefined) return null
  return (
    <div className={css.note}>
      <p>
        <span aria-hidden="true">{t('player.countdown.in', { title, seconds: secondsLeft })}</span>
        {/* Announced once instead of every second. */}
        <SpokenOnly>{t('player.countdown.soon', { title })}</SpokenOnly>
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

/** Switch for autoplay of the next item. */
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
