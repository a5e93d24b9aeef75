import { useRead } from '#kit/web/read.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { paths } from '#shell/paths.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { guideContract } from '../contract.ts'
import type { TonightRow, TvChannel } from '../shapes.ts'
import { useNow } from './now.ts'
import { openProgramme } from './open.ts'
import { isOnAir, elapsedFraction, toTimedProgramme, type TimedProgramme } from './programmes.ts'
import { t } from './texts.ts'
import { formatTime } from './times.ts'

interface ShownProgramme {
  tv: TvChannel
  slot: TimedProgramme
  poster: string | null
}

/** Returns the current programmes by channel, then the programmes of this evening by time. */
export function toShownProgrammes(rows: readonly TonightRow[], now: number): ShownProgramme[] {
  const toShown = (tv: TvChannel, programme: TonightRow['now']): ShownProgramme[] =>
    programme ? [{ tv, slot: toTimedProgramme(programme), poster: programme.poster }] : []
  const current = rows.flatMap(({ channel, now: one, tonight }) =>
    [one, ...tonight]
      .flatMap((programme) => toShown(channel, programme))
      .filter(({ slot }) => isOnAir(slot, now))
      .slice(0, 1),
  )
  const future = rows
    .flatMap(({ channel, tonight }) => tonight.flatMap((programme) => toShown(channel, programme)))
    .filter(({ slot }) => slot.start > now)
  return [...current, ...future.toSorted((a, b) => a.slot.start - b.slot.start)]
}

/** Current programmes and this evening's programmes: on the user's favourites, or without favourites on the first channels. */
export function OnNowRow() {
  const now = useNow()
  const { data, error, refetch } = useRead(guideContract.listTonight, { query: {} })
  if (!data && error) return <FailedRow message={t('on_now.failed')} onAgain={() => void refetch()} />
  if (!data) return <CarouselPlaceholder />
  const programmes = toShownProgrammes(data.data, now)
  if (programmes.length === 0) return null
  return (
    <Carousel
      title={t('on_now.title')}
      href={paths.channels({ view: 'guide' })}
      items={programmes}
      keyOf={({ tv, slot }) => `${tv.id} ${slot.id}`}
    >
      {({ tv, slot, poster }) => {
        const isLive = isOnAir(slot, now)
        return (
          <Card
            id={slot.id}
            title={slot.title}
            picture={poster ?? tv.live_thumb ?? tv.logoId}
            meta={<LockedLine isLocked={tv.is_locked}>{`${isLive ? t('on_now.now') : formatTime(slot.start)} · ${tv.name}`}</LockedLine>}
            live={isLive ? elapsedFraction(slot, now) : undefined}
            over={isLive && <Badge live>{t('live.live')}</Badge>}
            onClick={() => openProgramme(tv.id, slot)}
          />
        )
      }}
    </Carousel>
  )
}
