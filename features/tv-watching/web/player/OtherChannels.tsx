import { usePages } from '#kit/web/read.ts'
import { Disc } from '#ui/Disc.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { guideContract } from '#features/guide/contract.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import { channelFilter, filterQuery } from '#features/guide/web/channel-filter.ts'
import { useNow } from '#features/guide/web/now.ts'
import { elapsedFraction, timeLeft } from '#features/guide/web/programmes.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'
import { unavailableReason } from '#features/guide/web/WatchButtons.tsx'
import { t } from '../texts.ts'
import { findOnAir } from './on-air.ts'
import css from './OtherChannels.module.css'
import { tuneTo } from './zapping.ts'

/** Channels per page, as in the dial. */
const perPage = 30

/** The current programmes of other channels, below a player in portrait. A press changes the channel. */
export function OtherChannels({ subject: { tv } }: { subject: SubjectOf<'channel'> }) {
  const now = useNow()
  const pages = usePages(guideContract.listTvChannels, { query: { limit: perPage, ...filterQuery(channelFilter.use()) } })
  if (!pages.items || pages.items.length < 2) return null
  const current = pages.items.find(({ id }) => id === tv.id)
  return (
    <section className={css.others} aria-label={t('live.others')}>
      <h2 className={css.title}>{t('live.others')}</h2>
      <ul>
        {pages.items.map((item) => (
          <li key={item.id}>
            <ChannelLine tv={item} now={now} isTuned={item.id === tv.id} onClick={() => tuneTo(item, current)} />
          </li>
        ))}
      </ul>
      <LoadMoreOnScroll pages={pages} skeleton={null} />
    </section>
  )
}

interface LineProps {
  tv: ListedTvChannel
  now: number
  isTuned: boolean
  onClick: () => void
}

function ChannelLine({ tv, now, isTuned, onClick }: LineProps) {
  const { current } = findOnAir(tv, now)
  const reason = unavailableReason(tv)
  return (
    <button
      type="button"
      className={css.line}
      aria-current={isTuned || undefined}
      disabled={reason !== undefined || isTuned}
      onClick={onClick}
    >
      <Disc id={tv.id} name={tv.name} picture={tv.logoId} size={44} />
      <span className={css.words}>
        <span className={css.name}>{tv.number === null ? tv.name : t('zap.named', { number: tv.number, name: tv.name })}</span>
        <span className={css.now}>{reason ?? current?.title ?? tGuide('live.nothing_now')}</span>
        {current && !reason && (
          <Progress
            tone="live"
            label={tGuide('live.left_short', { length: timeLeft(current, now) })}
            value={elapsedFraction(current, now)}
          />
        )}
      </span>
    </button>
  )
}
