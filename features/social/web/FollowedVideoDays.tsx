import { formatDay } from '#kit/web/format-date.ts'
import { usePages } from '#kit/web/read.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { socialContract, type FollowedVideo } from '../contract.ts'
import { FollowedVideoCard } from './FollowedVideoCard.tsx'
import { t } from './texts.ts'
import css from './following.module.css'

interface Day {
  /** Start of the day, in ms. */
  day: number
  /** Number of days ago; 0 is today. */
  ago: number
  items: FollowedVideo[]
}

const startOf = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
const dayMs = 86_400_000

/** Groups new videos by day, in the reader's time zone. */
export function groupByDay(items: readonly FollowedVideo[], now: Date): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const start = startOf(new Date(item.added_at))
    // Rounds, because days on which the clock changes have 23 or 25 hours.
    const ago = Math.round((startOf(now) - start) / dayMs)
    const last = days.at(-1)
    if (last?.ago === ago) last.items.push(item)
    else days.push({ day: start, ago, items: [item] })
  }
  return days
}

const DaysSkeleton = () => (
  <Skeleton label={t('subscriptions.loading')}>
    <CarouselSkeleton />
    <CarouselSkeleton />
  </Skeleton>
)

/** New videos of followed channels, in a row per day. */
export function FollowedVideoDays() {
  const pages = usePages(socialContract.listFollowedVideos, {})
  return (
    <LoadedContent read={{ ...pages, data: pages.items }} failed={t('subscriptions.failed')} skeleton={<DaysSkeleton />}>
      {(items) =>
        items.length === 0 ? (
          <p className={css.hint}>{t('subscriptions.empty')}</p>
        ) : (
          <>
            {groupByDay(items, new Date(serverNow())).map(({ day, ago, items }) => (
              <Carousel
                key={day}
                isWhole
                title={ago === 0 ? t('subscriptions.today') : ago === 1 ? t('subscriptions.yesterday') : formatDay(items[0]!.added_at)}
                items={items}
                keyOf={({ id }) => id}
              >
                {(item) => <FollowedVideoCard item={item} />}
              </Carousel>
            ))}
            <LoadMoreOnScroll pages={pages} skeleton={<CarouselSkeleton />} />
          </>
        )
      }
    </LoadedContent>
  )
}
