import type { ReactNode } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { paths } from '#shell/paths.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { tvSourcesContract } from '../contract.ts'
import type { PromotedChannel } from '../promotions.ts'
import { t } from './texts.ts'

const hrefOf = ({ type, id }: PromotedChannel) => (type === 'channel' ? paths.tiers({ channel: id }) : paths.playlists({ playlist: id }))

interface PromotedRowProps {
  hidesFailure?: boolean
  /** Shown while the row loads. */
  skeleton?: ReactNode
}

/**
 * Channels promoted by operators.
 * @param hidesFailure whether a failure isn't shown, because the page shows one already
 */
export function PromotedRow({ hidesFailure = false, skeleton = <CarouselPlaceholder /> }: PromotedRowProps) {
  const { data, error, refetch } = useRead(tvSourcesContract.getPromotions, {})
  if (!data && error && hidesFailure) return null
  if (!data && error) return <FailedRow message={t('promoted.failed')} onAgain={() => void refetch()} />
  if (!data) return skeleton
  if (data.channels.length === 0) return null
  return (
    <Carousel title={t('promoted.title')} isWhole items={data.channels} keyOf={({ id }) => id}>
      {(one) => (
        <Card
          id={one.id}
          title={one.name}
          picture={one.image ?? one.pictures[0] ?? null}
          meta={
            <LockedLine isLocked={one.lock === 'tier_required'}>
              {t(one.type === 'channel' ? 'promoted.tv' : 'promoted.channel')}
            </LockedLine>
          }
          href={hrefOf(one)}
        />
      )}
    </Carousel>
  )
}
