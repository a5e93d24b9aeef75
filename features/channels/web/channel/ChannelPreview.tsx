import { Carousel } from '#ui/Carousel.tsx'
import { CarouselSkeleton, Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import type { DefaultPlaylist, PlaylistPreview, PlaylistTile } from '../../contract.ts'
import type { HomeView } from '../addresses.ts'
import { usePlayLink } from '../usePlayLink.ts'
import { t } from '../texts.ts'
import { VideoCardView } from '../VideoCardView.tsx'
import { ChannelHead } from './ChannelHead.tsx'

/** The data that a list has of a channel. */
export type ListedChannel = PlaylistTile & Partial<Pick<DefaultPlaylist, 'series'> & Pick<PlaylistPreview, 'pictures'>>

/** A preview of a channel while it loads, from the data in a list. */
export function ChannelPreview({ home, channel }: { home: HomeView; channel: ListedChannel }) {
  const playLink = usePlayLink(home)
  const series = channel.series?.[0]
  return (
    <article aria-busy="true">
      <ChannelHead home={home} channel={channel} opening={{ image: series?.videos[0]?.image ?? channel.pictures?.[0] ?? null }}>
        <SkeletonBlock width={104} height={44} shape="round" />
      </ChannelHead>
      {series ? (
        <Carousel title={series.name} items={series.videos} keyOf={({ id }) => id}>
          {(video) => <VideoCardView video={video} {...playLink(channel.id, video.id)} />}
        </Carousel>
      ) : (
        <CarouselSkeleton />
      )}
      <Skeleton label={t('channel.loading')}>
        <CarouselSkeleton />
      </Skeleton>
    </article>
  )
}
