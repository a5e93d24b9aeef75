import type { ReactNode } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { arrowSquareOut, playFill, warningCircleFill } from '#ui/icons.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './PlayerNotes.module.css'
import { canRetry, type Failure } from './plan.ts'
import { t } from './texts.ts'

/** An external link without referrer. */
export function SourceLink({ source }: { source: string }) {
  return (
    <ButtonLink kind="line" size="s" icon={arrowSquareOut} href={source} target="_blank" rel="noopener noreferrer">
      {t('player.openSource')}
    </ButtonLink>
  )
}

interface FailureNoteProps {
  failure: Failure
  /** Names of codecs that this browser doesn't support. */
  codecs: string
  source: string | null
  onRetry: () => void
  onRelay: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Actions of other features. */
  children?: ReactNode
}

/** Explains why the item can't play, with alternatives. */
export function FailureNote({ failure, codecs, source, onRetry, onRelay, onNext, children }: FailureNoteProps) {
  return (
    <div className={css.note} role="alert">
      <p className={css.sentence}>
        <Icon icon={warningCircleFill} className={css.warn} />
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
  /** URL at the provider. */
  source: string
  onPlay: (always: boolean) => void
  /** An alternative action. */
  children?: ReactNode
}

/** Asks for consent before anything is loaded from a provider. The user consents once or permanently. */
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

/** Says that the stream is slow, but may still arrive. */
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
