import { formatDay } from '#kit/web/format-date.ts'
import { usePages } from '#kit/web/use.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { socialContract } from '../contract.ts'
import { groupByDay } from './days.ts'
import css from './following.module.css'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import { t } from './texts.ts'

const DaysSkeleton = () => (
  <Skeleton label={t('subscriptions.loading')}>
    <CarouselSkeleton />
    <CarouselSkeleton />
  </Skeleton>
)

/** New videos of followed channels, one row per day. */
export function SubscriptionDays() {
  const pages = usePages(socialContract.listSubscriptions, {})
  return (
    <Loaded read={{ ...pages, data: pages.items }} failed={t('subscriptions.failed')} skeleton={<DaysSkeleton />}>
      {(items) =>
        items.length === 0 ? (
          <p className={css.hint}>{t('subscriptions.empty')}</p>
        ) : (
          <>
            {groupByDay(items, new Date()).map(({ day, ago, items }) => (
              <Carousel
                key={day}
                isWhole
                title={ago === 0 ? t('subscriptions.today') : ago === 1 ? t('subscriptions.yesterday') : formatDay(items[0]!.added_at)}
                items={items}
                keyOf={({ id }) => id}
              >
                {(item) => <SubscriptionCard item={item} />}
              </Carousel>
            ))}
            <MoreBelow pages={pages} skeleton={<CarouselSkeleton />} />
          </>
        )
      }
    </Loaded>
  )
}
