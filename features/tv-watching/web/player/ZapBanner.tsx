import { useEffect } from 'react'
import { announce } from '#ui/toasts.ts'
import { Disc } from '#ui/Disc.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { timeLeft, elapsedFraction } from '#features/guide/web/programmes.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { formatSpan } from '#features/guide/web/times.ts'
import { findOnAir } from './on-air.ts'
import { typedNumber } from './typed-number.ts'
import css from './ZapBanner.module.css'
import { lastZap } from './zapping.ts'

/** Shows the new channel immediately, before its stream is visible. */
export function ZapBanner({ id }: { id: string }) {
  const zap = lastZap.use()
  const { tv, atMs } = zap?.tv.id === id ? zap : { atMs: 0 }
  const { current } = tv ? findOnAir(tv, atMs) : {}
  const words = tv && [tv.number, tv.name, current?.title].filter(Boolean).join(', ')
  useEffect(() => {
    if (words !== undefined) announce(words)
  }, [words])
  if (!tv) return null
  return (
    <div className={css.banner} data-zapped={tv.id} aria-hidden="true">
      <Disc id={tv.id} name={tv.name} picture={tv.logoId} size={56} eager />
      <span className={css.words}>
        <span className={css.name}>
          {tv.number !== null && <b className={css.number}>{tv.number}</b>}
          <span>{tv.name}</span>
        </span>
        {current && (
          <>
            <span className={css.title}>{current.title}</span>
            <span className={css.time}>
              <Progress
                tone="live"
                label={tGuide('live.left', { length: timeLeft(current, atMs), span: formatSpan(current) })}
                value={elapsedFraction(current, atMs)}
              />
              <small>{formatSpan(current)}</small>
            </span>
          </>
        )}
      </span>
    </div>
  )
}

/** The typed number, large. */
export function TypedNumber() {
  const number = typedNumber.use()
  if (!number) return null
  const { digits, failure } = number
  return (
    <output className={css.typed} data-typed="">
      <b>{digits}</b>
      {failure && <span>{t(failure === 'unknown' ? 'zap.unknown' : 'zap.failed', { number: digits })}</span>}
    </output>
  )
}
