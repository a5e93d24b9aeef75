import { storage, useSignedIn } from '#kit/web/storage.ts'
import { usePages } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { lockSimple, plusBold } from '#ui/icons.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { CarouselSkeleton, CarouselPlaceholder, Skeleton } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import type { CardSize } from '#ui/Card.tsx'
import { Carousel, SeriesName } from '#ui/Carousel.tsx'
import { Disc } from '#ui/Disc.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { channelsContract, type DefaultPlaylist } from '../contract.ts'
import { homeChannelsQuery } from '../opening.ts'
import { DiscoverDial } from './DiscoverDial.tsx'
import { LockMark } from './LockMark.tsx'
import { openCreateChannelDialog } from './open-create-channel.ts'
import { t } from './texts.ts'
import { channelAddress } from './addresses.ts'
import { videoCardSubject } from './subjects.ts'
import { usePlayLink } from './usePlayLink.ts'
import { VideoCardView } from './VideoCardView.tsx'
import css from './PublicHome.module.css'

/** One row in five is larger, starting with the second, for visual rhythm. */
const isLarge = (index: number) => index % 5 === 1
/** Number of rows in the first render. A phone has room for no more below the opening. */
const batchSize = 1

/** The home page of public channels. */
export function PublicHome() {
  const signedIn = useSignedIn()
  const channels = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  // A guest's home begins with the TV channel watched last, if there is one.
  const opening = !signedIn && storage.get('player')?.['channel'] ? 'start' : 'globe'
  return (
    <Screen
      place="globe"
      dial={<DiscoverDial />}
      light={channels.items?.[0] && { id: channels.items[0].id, picture: channels.items[0].icon }}
      aside={
        !signedIn && (
          <ButtonLink kind="text" size="s" href={paths.login()}>
            {t('home.login')}
          </ButtonLink>
        )
      }
      busy={channels.isPending}
    >
      <RevealInOrder className={css.rows}>
        {/* If loading fails, logged-in users see only the error; guests see the explanation too. */}
        {!(signedIn && !channels.items && channels.error) && (
          <Slot name="screen.explanation" subject={viewSubject(opening)} coming={<CarouselPlaceholder />} />
        )}
        <LoadedContent read={{ ...channels, data: channels.items }} skeleton={<RowsSkeleton />} failed={t('home.failed')}>
          {(items) =>
            items.length === 0 ? (
              <StateMessage title={t('home.empty.title')} text={t('home.empty.text')} onAdd={openCreateChannelDialog}>
                <Button kind="accent" icon={plusBold} onClick={openCreateChannelDialog}>
                  {t('welcome.make')}
                </Button>
              </StateMessage>
            ) : (
              <>
                {/* For guests only: users find packages on the screen of TV channels, which is in their navigation. */}
                {!signedIn && (
                  <p className={css.packages}>
                    <ButtonLink kind="text" size="s" icon={lockSimple} href={paths.tiers()}>
                      {t('lock.packages')}
                    </ButtonLink>
                  </p>
                )}
                <ChannelRows channels={items} />
                <LoadMoreOnScroll pages={channels} skeleton={<CarouselSkeleton />} />
              </>
            )
          }
        </LoadedContent>
      </RevealInOrder>
    </Screen>
  )
}

function ChannelRows({ channels }: { channels: readonly DefaultPlaylist[] }) {
  const shownChannels = useRenderInSteps(channels, batchSize)
  return shownChannels.map((channel, index) => <ChannelRow key={channel.id} channel={channel} size={isLarge(index) ? 'l' : 'm'} />)
}

const RowsSkeleton = () => (
  <Skeleton label={t('home.loading')}>
    <CarouselSkeleton />
    <CarouselSkeleton />
  </Skeleton>
)

interface ChannelRowProps {
  channel: DefaultPlaylist
  size: CardSize
}

/** A row of the public home page: a channel's first series. */
function ChannelRow({ channel, size }: ChannelRowProps) {
  const playLink = usePlayLink('globe')
  const propsOf = useSubjectMenu('video')
  const [series] = channel.series
  if (!series) return null
  return (
    <Carousel
      className={css[size]}
      title={channel.name}
      isWhole
      href={channelAddress('globe', { playlist: channel.id })}
      from={<SeriesName name={series.name} />}
      aside={channel.is_locked && <LockMark />}
      lead={<Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} />}
      items={series.videos}
      keyOf={({ id }) => id}
    >
      {(video) => {
        const subject = videoCardSubject(channel, series, video)
        return (
          <VideoCardView video={video} subject={subject} subjectProps={propsOf(subject)} size={size} {...playLink(channel.id, video.id)} />
        )
      }}
    </Carousel>
  )
}
