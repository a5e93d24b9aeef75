import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { onConnected } from '#kit/web/connection.ts'
import { Button } from '#ui/Button.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { NotLoadedError } from '#ui/lazily.ts'
import { State } from '#ui/State.tsx'
import { paths } from './paths.ts'
import { t } from './texts.ts'
import { Screen } from './Screen.tsx'

/** Retry interval for a screen's code, in ms. */
const intervalMs = 5_000

/** Replaces a screen that failed to load or crashed. Retries when the connection is back. */
export function FailedScreen({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const tryAgain = useEffectEvent(onAgain)
  useEffect(() => onConnected(() => tryAgain()), [])
  // Only failed loads are retried: a crash would repeat.
  const mayCome = error instanceof NotLoadedError
  useEffect(() => {
    if (!mayCome) return
    const timer = setInterval(() => tryAgain(), intervalMs)
    return () => clearInterval(timer)
  }, [mayCome])
  return (
    <Screen title={t('failed.title')} heading="page" back={paths.home()}>
      <State level={1} picture="error" title={t('failed.title')} text={error instanceof ApiError ? error.message : t('failed.text')}>
        <Button kind="accent" icon={arrowClockwise} onClick={onAgain}>
          {t('failed.again')}
        </Button>
      </State>
    </Screen>
  )
}
