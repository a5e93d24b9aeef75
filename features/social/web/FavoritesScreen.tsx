import { usePages } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { heart, heartFill } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { PictureRow, PictureRows, PictureRowsSkeleton } from '#ui/PictureRows.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { videoSummary } from '#features/channels/web/VideoCardView.tsx'
import { socialContract } from '../contract.ts'
import { removeFavorite } from './favorites.ts'
import { LibraryTabs } from './LibraryTabs.tsx'
import { t } from './texts.ts'

/** All liked videos, latest first. */
export const FavoritesScreen = () => (
  <PersonalScreen
    tabs={<LibraryTabs current="favorites" />}
    title={t('favorites.title')}
    back={paths.myPlaylists()}
    login={t('favorites.guest')}
    icon={heart}
    measure="full"
  >
    <Favorites />
  </PersonalScreen>
)

function Favorites() {
  const pages = usePages(socialContract.listFavorites, {})
  return (
    <LoadedContent read={{ ...pages, data: pages.items }} failed={t('favorites.failed')} skeleton={<ListSkeleton />}>
      {(favorites) =>
        favorites.length === 0 && !pages.hasNextPage ? (
          <StateMessage title={t('favorites.empty')} text={t('favorites.empty_text')} picture={<IconDisc icon={heart} size={88} />}>
            <ButtonLink kind="accent" href={paths.playlists()}>
              {t('following.empty.look')}
            </ButtonLink>
          </StateMessage>
        ) : (
          <>
            <PictureRows label={t('favorites.title')} columns>
              {favorites.map((item, index) => (
                <PictureRow
                  key={item.id}
                  id={item.id}
                  name={item.title}
                  picture={item.image}
                  href={paths.playlists({ playlist: item.pivot.playlist_id, play: item.id })}
                  about={
                    <LockedLine isLocked={item.is_locked}>
                      {[videoSummary(item), item.playlist_name].filter(Boolean).join(' · ')}
                    </LockedLine>
                  }
                >
                  <IconButton
                    icon={heartFill}
                    label={t('like.remove_of', { title: item.title })}
                    onClick={() => removeFavorite(item, index)}
                  />
                </PictureRow>
              ))}
            </PictureRows>
            <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton />} />
          </>
        )
      }
    </LoadedContent>
  )
}

const ListSkeleton = () => <PictureRowsSkeleton label={t('favorites.loading')} columns />
