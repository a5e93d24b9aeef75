import { useRead } from '#kit/web/read.ts'
import { Card } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { heartFill } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useStop } from '#ui/arrow-navigation.ts'
import { latePaths } from '#shell/late-paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { usePlayLink } from '#features/channels/web/usePlayLink.ts'
import { videoSummary } from '#features/channels/web/VideoCardView.tsx'
import { socialContract } from '../contract.ts'
import type { Favorite } from '../contract.ts'
import { favoritesQuery, removeFavorite } from './favorites.ts'
import { t } from './texts.ts'

/** The latest liked videos, on the user's home below their channels. */
export const FavoritesRow = ({ subject: { id } }: { subject: SubjectOf<'view'> }) => (id === 'heart' ? <LoadedFavoritesRow /> : null)

/** Renders a placeholder while loading, and nothing without favourites. */
function LoadedFavoritesRow() {
  const { data, error, refetch } = useRead(socialContract.listFavorites, favoritesQuery)
  const playLink = usePlayLink('heart')
  if (!data && error) return <FailedRow message={t('favorites.failed')} onAgain={() => void refetch()} />
  if (!data) return <CarouselPlaceholder />
  if (data.data.length === 0) return null
  return (
    <Carousel title={t('favorites.title')} href={latePaths.favorites()} items={data.data} keyOf={({ id }) => id}>
      {(item, index) => (
        <Card
          id={item.id}
          title={item.title}
          picture={item.image}
          meta={
            <>
              {videoSummary(item)}
              <br />
              <LockedLine isLocked={item.is_locked}>{item.playlist_name}</LockedLine>
            </>
          }
          corner={<RemoveHeart item={item} index={index} />}
          {...playLink(item.pivot.playlist_id, item.id)}
        />
      )}
    </Carousel>
  )
}

function RemoveHeart({ item, index }: { item: Favorite; index: number }) {
  const { tabIndex } = useStop()
  return (
    <IconButton
      kind="plate"
      icon={heartFill}
      iconSize={20}
      label={t('like.remove_of', { title: item.title })}
      onClick={() => removeFavorite(item, index)}
      tabIndex={tabIndex}
    />
  )
}
