import type { ReactNode } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { arrowSquareOut, playFill, warningCircleFill } from '#ui/icons.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './Explain.module.css'
import { canRetry, type Failure } from './plan.ts'
import { t } from './texts.ts'

/** A link that leaves, without telling where from. */
export function SourceLink({ source }: { source: string }) {
  return (
    <ButtonLink kind="line" size="s" icon={arrowSquareOut} href={source} target="_blank" rel="noopener noreferrer">
      {t('player.openSource')}
    </ButtonLink>
  )
}

interface FailureNoteProps {
  failure: Failure
  /** What is not played here, by name. */
  codecs: string
  source: string | null
  onRetry: () => void
  onRelay: (() => void) | undefined
  onNext: (() => void) | undefined
  /** What others can do about it. */
  children?: ReactNode
}

/** What cannot play, why, and where to go from here. */
export function FailureNote({ failure, codecs, source, onRetry, onRelay, onNext, children }: FailureNoteProps) {
  return (
    <div className={css.note} role="alert">
      <p className={css.sentence}>
        <Icon of={warningCircleFill} className={css.warn} />
        {t(`player.failure.${failure}`, { codecs })}
      </p>
      <div className={css.actions}>
        {onRelay && (
          <Button kind="accent" size="s" icon={playFill} onClick={onRelay}>
            {t('player.relay', { brand })}
          </Button>
        )}
        {source && <SourceLink source={source} />}
        {canRetry(failure) && (
          <Button kind="quiet" size="s" onClick={onRetry}>
            {t('player.tryAgain')}
          </Button>
        )}
        {onNext && (
          <Button kind="quiet" size="s" onClick={onNext}>
            {t('player.goNext')}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

interface ConsentNoteProps {
  provider: string
  /** Where it stands at the service itself. */
  source: string
  onPlay: (always: boolean) => void
  /** Another way to go on. */
  children?: ReactNode
}

/** Before a service is asked for anything: what will happen, once or for good. */
export function ConsentNote({ provider, source, onPlay, children }: ConsentNoteProps) {
  return (
    <form className={css.note} action={(data) => onPlay(data.get('always') === 'on')}>
      <p>{t('player.consent.what', { provider })}</p>
      <div className={css.choice}>
        <Button type="submit" kind="accent" icon={playFill}>
          {t('player.consent.play', { provider })}
        </Button>
        <Checkbox name="always">{t('player.consent.always', { provider })}</Checkbox>
        <SourceLink source={source} />
        {children}
      </div>
    </form>
  )
}

/** The stream keeps one waiting; it may still come. */
export function SlowNote({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.note}>
      <output>{t('player.slow')}</output>
      <div className={css.actions}>
        <Button kind="quiet" size="s" onClick={onRetry}>
          {t('player.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
