import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { Disc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { CarouselSkeleton, Skeleton } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { tvWatchingContract } from '../../contract.ts'
import type { DetailedTvChannel } from '../../shapes.ts'
import { itemAddress, tvAddress } from '#features/guide/web/addresses.ts'
import { FavouriteButton } from '#features/guide/web/FavouriteButton.tsx'
import { tvSubject } from '#features/guide/web/subjects.ts'
import { genreNames } from '#features/guide/web/genres.ts'
import { t as tSources } from '#features/tv-sources/web/texts.ts'
import { t } from '../texts.ts'
import css from './ItemsScreen.module.css'
import { MissingChannel } from './MissingChannel.tsx'
import { useGeoNotice } from './notices.ts'
import { toPlayableTvItem, type TvItem } from '../player/playables.ts'
import { useTvPlayer } from './tv-player.ts'

interface ItemsScreenProps {
  /** The channel's id. */
  id: string
  /** Index of the requested item. */
  index: string | undefined
  /** Id of the playing item. */
  play: string | undefined
}

/** Number of rows in the first render. */
const batchSize = 3

/** Groups items. Groups are in the order of their first items. */
export function groupItems(items: readonly TvItem[]): { name: string; items: TvItem[] }[] {
  const groups = new Map<string, TvItem[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups].map(([name, groupedItems]) => ({ name, items: groupedItems }))
}

/** The on-demand videos of a TV channel. */
export function ItemsScreen({ id, index, play }: ItemsScreenProps) {
  const read = useRead(tvWatchingContract.getTvChannel, { params: { id } })
  const tv = read.data
  useGeoNotice(tv, read.error)
  useTvPlayer(tv ? tv.items.map((item) => toPlayableTvItem(tv, item)) : [], play, paths.channels({ channel: id }))
  return (
    <Screen
      title={tv?.name ?? t('channel.items')}
      back={tvAddress(id)}
      aside={tv && <FavouriteButton tv={tv} />}
      light={{ id, picture: tv?.logoId }}
      subject={tv && tvSubject(tv)}
      busy={read.isPending}
    >
      {read.error?.status === 404 ? (
        <MissingChannel />
      ) : (
        <LoadedContent
          read={read}
          skeleton={
            <Skeleton label={t('channel.loading')}>
              <CarouselSkeleton />
              <CarouselSkeleton />
            </Skeleton>
          }
          failed={t('channel.failed')}
        >
          {(loaded) => <Groups tv={loaded} found={loaded.items[Number(index ?? Number.NaN)]?.id} />}
        </LoadedContent>
      )}
    </Screen>
  )
}

function Groups({ tv, found }: { tv: DetailedTvChannel; found: string | undefined }) {
  const groups = groupItems(tv.items)
  const titles = genreNames(groups.map(({ name }) => name))
  const visible = useRenderInSteps(groups, batchSize)
  if (tv.items.length === 0)
    return (
      <StateMessage
        title={t('channel.items_none')}
        text={t('channel.items_none_text')}
        picture={<Disc {...tv} picture={tv.logoId} size={88} />}
      >
        <ButtonLink kind="accent" href={tvAddress(tv.id)}>
          {t('channel.to_live')}
        </ButtonLink>
      </StateMessage>
    )
  return (
    <>
      <div className={css.head}>
        <Disc id={tv.id} name={tv.name} picture={tv.logoId} size={72} eager />
        <div>
          <p className={css.title}>{t('channel.items_of', { name: tv.name })}</p>
          <ButtonLink kind="line" size="s" href={tvAddress(tv.id)}>
            {t('channel.to_live')}
          </ButtonLink>
        </div>
      </div>
      {visible.map(({ name, items }, index) => (
        <Carousel
          key={name}
          title={titles[index] || (groups.length > 1 ? tSources('channel.other_group') : t('channel.items'))}
          items={items}
          keyOf={(item) => item.id}
          showing={items.some((item) => item.id === found) ? items.findIndex((item) => item.id === found) : undefined}
        >
          {(item) => (
            <Card
              id={item.id}
              title={item.title}
              picture={item.poster}
              href={itemAddress(tv.id, item.id)}
              onClick={({ currentTarget }) => markVideoClicked(item.id, currentTarget)}
              found={item.id === found}
            />
          )}
        </Carousel>
      ))}
    </>
  )
}
