import { Suspense } from 'react'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazily } from '#ui/lazily.ts'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { Disc } from '#ui/Disc.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { arrowCounterClockwise } from '#ui/icons.ts'
import { stopProps } from '#ui/arrow-navigation.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import type { EpgItem, Programme } from '#features/guide/shapes.ts'
import type { DetailedTvChannel } from '../../shapes.ts'
import { livePlay, playAddress } from '#features/guide/web/addresses.ts'
import { OnAirLabel } from '#features/guide/web/OnAirLabel.tsx'
import { openProgramme } from '#features/guide/web/open.ts'
import { isOnAir, timeLeft, elapsedFraction, toTimedProgramme } from '#features/guide/web/programmes.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { t } from '../texts.ts'
import { formatTime } from '#features/guide/web/times.ts'
import { WatchLive, unavailableReason } from '#features/guide/web/WatchButtons.tsx'
import css from './LiveCard.module.css'

// Loads on demand, for locked channels.
const PackagePanel = lazily(() => import('#features/channels/web/PackagePanel.tsx').then((module) => module.PackagePanel))

interface LiveCardProps {
  tv: DetailedTvChannel
  /** The loaded programmes, by time; undefined while loading. */
  programmes: readonly EpgItem[] | undefined
  now: number
}

const slotOf = (programme: EpgItem | Programme) => toTimedProgramme({ ...programme, category: null })

/** A channel's current programme with its progress, and the next programme. */
export function LiveCard({ tv, programmes, now }: LiveCardProps) {
  const current = programmes?.find((programme) => isOnAir(slotOf(programme), now))
  const listed = current ?? (tv.now && isOnAir(slotOf(tv.now), now) ? tv.now : undefined)
  const next =
    programmes?.find((programme) => slotOf(programme).start > now) ?? (tv.next && slotOf(tv.next).start > now ? tv.next : undefined)
  const slot = listed && slotOf(listed)
  const reason = unavailableReason(tv)
  const picture = current?.poster ?? tv.live_thumb
  const inside = (
    <>
      {picture ? (
        <Picture
          id={listed?.id ?? tv.id}
          name={listed?.title ?? tv.name}
          source={picture}
          shape="card"
          sizes="(min-width: 700px) 480px, 100vw"
          eager
        />
      ) : (
        <span className={css.noPicture}>
          <span className={css.backdrop}>
            <Picture id={tv.id} name="" source={tv.logoId} shape="card" sizes="64px" eager />
          </span>
          <Disc id={tv.id} name={tv.name} picture={tv.logoId} size={88} eager />
        </span>
      )}
      {!reason && (
        <span className={css.onAir}>
          <OnAirLabel />
        </span>
      )}
    </>
  )
  return (
    <section className={css.card} aria-label={tGuide('live.live')}>
      {reason ? (
        <div className={css.picture}>{inside}</div>
      ) : (
        <a
          className={css.picture}
          href={playAddress(tv.id, livePlay)}
          aria-label={tGuide('live.watch')}
          onClick={({ currentTarget }) => markVideoClicked(tv.id, currentTarget)}
          {...stopProps}
        >
          {inside}
        </a>
      )}
      <div className={css.body}>
        <div>
          <h2 className={css.title}>{listed?.title ?? tv.name}</h2>
          <p className={css.text}>{listed ? (current?.description ?? listed.subtitle) : tGuide('live.nothing_now')}</p>
        </div>
        {slot && (
          <div>
            <Progress tone="live" label={tGuide('live.left_short', { length: timeLeft(slot, now) })} value={elapsedFraction(slot, now)} />
            <p className={css.times}>
              <time>{formatTime(slot.start)}</time>
              <span>{tGuide('live.left_short', { length: timeLeft(slot, now) })}</span>
              <time>{formatTime(slot.stop)}</time>
            </p>
          </div>
        )}
        {tv.is_locked && !tv.geo_blocked ? (
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={<SkeletonBlock height={55 + tv.tiers.length * 72} shape="card" />}>
              <PackagePanel tiers={tv.tiers} pageOf={tv.id} />
            </Suspense>
          </ErrorBoundary>
        ) : reason ? (
          <p className={css.why}>{reason}</p>
        ) : (
          <div className={css.buttons}>
            <WatchLive tv={tv} />
            {current?.start_over_url && (
              <ButtonLink
                icon={arrowCounterClockwise}
                href={playAddress(tv.id, current.id)}
                onClick={({ currentTarget }) => markVideoClicked(current.id, currentTarget)}
              >
                {tGuide('live.start_over')}
              </ButtonLink>
            )}
          </div>
        )}
        {next && (
          <button type="button" className={css.next} onClick={() => openProgramme(tv.id, slotOf(next))}>
            {'poster' in next && next.poster && (
              <span className={css.nextPicture}>
                <Picture id={next.id} name={next.title} source={next.poster} shape="card" sizes="66px" />
              </span>
            )}
            <span className={css.nextWords}>
              <small>{t('live.next', { time: formatTime(slotOf(next).start) })}</small>
              <b>{next.title}</b>
            </span>
          </button>
        )}
      </div>
    </section>
  )
}
