import type { ReactNode } from 'react'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { CarouselSkeleton, Skeleton, TileWallSkeleton } from '#ui/Skeleton.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { useTablet } from '#shell/useDesktop.ts'
import { Carousel, SeriesName } from '#ui/Carousel.tsx'
import { Disc } from '#ui/Disc.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { useWasInView } from '#ui/in-view.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { MyPlaylists, PlaylistPreview, PlaylistTile } from '#features/channels/contract.ts'
import { AddCard } from '#features/channels/web/AddCard.tsx'
import { ChannelWall } from '#features/channels/web/ChannelWall.tsx'
import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import css from './OwnChannels.module.css'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { openAddItemDialog } from '#features/channels/web/open.ts'
import { videoSubject } from '#features/channels/web/subjects.ts'
import type { useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { useChannel } from '#features/channels/web/useChannel.ts'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { VideoCardView } from '#features/channels/web/VideoCardView.tsx'

/** Number of tiles in the first render. */
const firstTileCount = 24

interface LoadedOwnProps {
  read: ReturnType<typeof useOwnChannels>
  children: (mine: MyPlaylists) => ReactNode
}

/** Shows the user's channels, or that they are loading or failed to load. */
export const LoadedOwnChannels = ({ read, children }: LoadedOwnProps) => (
  <LoadedContent
    read={read}
    failed={t('mine.failed')}
    skeleton={
      <Skeleton label={t('mine.loading')}>
        <OwnChannelsSkeleton />
      </Skeleton>
    }
  >
    {children}
  </LoadedContent>
)

/** The user's channels: rows of their videos on phones, else a grid of tiles. */
export function OwnChannels({ channels }: { channels: readonly PlaylistPreview[] }) {
  const isTablet = useTablet()
  return isTablet ? <OwnWall channels={channels} /> : <OwnRows channels={channels} />
}

function OwnWall({ channels }: { channels: readonly PlaylistPreview[] }) {
  const shownChannels = useRenderInSteps(channels, firstTileCount)
  return (
    <ChannelWall
      home="heart"
      channels={shownChannels}
      last={<AddCard label={t('dial.new')} size="tile" onClick={openCreateChannelDialog} />}
    />
  )
}

/** The skeleton of {@link OwnChannels}. */
const OwnChannelsSkeleton = () =>
  useTablet() ? (
    <TileWallSkeleton />
  ) : (
    <>
      <CarouselSkeleton />
      <CarouselSkeleton />
    </>
  )

/** A row per channel with its first series. Loads the videos when the row comes near the view. */
const OwnRows = ({ channels }: { channels: readonly PlaylistTile[] }) =>
  channels.map((channel) => <OwnRow key={channel.id} channel={channel} />)

function OwnRow({ channel }: { channel: PlaylistTile }) {
  const [ref, wasInView] = useWasInView<HTMLDivElement>()
  const { data, error, refetch } = useChannel(channel.id, { enabled: wasInView })
  const playLink = usePlayLink('heart')
  const propsOf = useSubjectMenu('video')
  const filled = data?.series.filter(({ videos }) => videos.length > 0)
  const series = filled?.find(({ type }) => type !== 'header') ?? filled?.[0]
  return (
    <div ref={ref} className={css.row}>
      {!data && !error ? (
        wasInView ? (
          <DelayedSkeleton>
            <CarouselSkeleton />
          </DelayedSkeleton>
        ) : (
          <div className={css.unseen}>
            <CarouselSkeleton />
          </div>
        )
      ) : (
        <>
          <Carousel
            title={channel.name}
            isWhole
            href={channelAddress('heart', { playlist: channel.id })}
            from={series ? <SeriesName name={series.name} /> : data && t('mine.nothing_in_it')}
            lead={<Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} />}
            items={series?.videos ?? []}
            keyOf={({ id }) => id}
            last={data && !series && <AddCard label={channelTexts('add.title')} onClick={() => openAddItemDialog(data)} />}
          >
            {(video) => {
              if (!data || !series) return null
              const subject = videoSubject(data, series, video)
              return <VideoCardView video={video} subject={subject} subjectProps={propsOf(subject)} {...playLink(channel.id, video.id)} />
            }}
          </Carousel>
          {!data && error && <FailedRow message={error.message} onAgain={() => void refetch()} />}
        </>
      )}
    </div>
  )
}
