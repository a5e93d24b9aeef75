import { useRead } from '#kit/web/read.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { Dial, Stop } from '#ui/Dial.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { usersThree } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { socialContract } from '../contract.ts'
import { followsQuery } from './follow.ts'
import css from './following.module.css'
import { FollowedVideoCard } from './FollowedVideoCard.tsx'
import { t } from './texts.ts'
import { useFollowedStops } from './useFollowedStops.tsx'

const firstVideosQuery = { query: { limit: 20 } } as const
/** Maximum stops. The last one leads to all followed channels. */
const shownInBar = 30

/** Followed channels and their new videos on the public home; nothing without follows. */
export const FollowedVideosRow = ({ subject: { id } }: { subject: SubjectOf<'view'> }) =>
  id === 'globe' ? (
    <>
      <FollowedBar />
      <Row />
    </>
  ) : null

function Row() {
  const { data, error, refetch } = useRead(socialContract.listFollowedVideos, firstVideosQuery)
  if (!data && error) return <FailedRow message={t('subscriptions.failed')} onAgain={() => void refetch()} />
  if (!data) return <CarouselPlaceholder />
  if (data.data.length === 0) return null
  return (
    <Carousel title={t('subscriptions.title')} isWhole href={paths.following()} items={data.data} keyOf={({ id }) => id}>
      {(item) => <FollowedVideoCard item={item} />}
    </Carousel>
  )
}

/** A bar below the bar of public channels. In its own chunk, because guests don't need it. */
function FollowedBar() {
  const { data, error } = useRead(socialContract.listFollowing, followsQuery)
  const stopOf = useFollowedStops()
  if (!data && !error) return <CarouselPlaceholder />
  const followed = data?.followed ?? []
  if (followed.length === 0) return null
  return (
    <section className={css.bar}>
      <h2 className={css.title}>
        <a href={paths.following()}>{t('following.title')}</a>
      </h2>
      <Dial
        label={t('following.title')}
        last={<Stop key="all" id="following" name={t('following.all')} icon={usersThree} href={paths.following()} />}
      >
        {followed.slice(0, shownInBar).map((item) => stopOf(item, undefined))}
      </Dial>
    </section>
  )
}
