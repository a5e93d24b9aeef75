import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { archive as archiveIcon, arrowCounterClockwise } from '#ui/icons.ts'
import { GroupDisc, IconDisc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { performAction } from '#shell/perform-action.ts'
import { ArrangeBarButton } from '../bar/ArrangeBarButton.tsx'
import { OwnBar } from '../bar/OwnBar.tsx'
import { groupMembers, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { groupSubject, playlistSubject } from '#features/channels/web/subjects.ts'
import { t } from '../texts.ts'
import { TileLine, TileList } from '#features/channels/web/TileList.tsx'
import css from './ArchiveScreen.module.css'

/** The screen of archived groups and channels. */
export function ArchiveScreen() {
  const myPlaylists = useOwnChannels()
  return (
    <Screen
      title={t('archive.title')}
      back={paths.myPlaylists()}
      aside={<ArrangeBarButton />}
      dial={<OwnBar inArchive />}
      busy={myPlaylists.isPending}
    >
      <LoadedContent
        read={myPlaylists}
        failed={t('mine.failed')}
        skeleton={
          <Skeleton label={t('mine.loading')}>
            <span className={css.skeleton}>
              <SkeletonBlock height={56} shape="card" />
              <SkeletonBlock height={56} shape="card" />
            </span>
          </Skeleton>
        }
      >
        {(data) => {
          const { archive: channels, archivedGroups: groups } = data
          const restoreButton = (restore: () => Promise<void>) => (
            <Button kind="text" size="s" icon={arrowCounterClockwise} onClick={() => void restore()}>
              {t('archive.restore')}
            </Button>
          )
          return channels.length + groups.length === 0 ? (
            <StateMessage
              title={t('archive.empty.title')}
              text={t('archive.empty.text')}
              picture={<IconDisc icon={archiveIcon} size={88} />}
            >
              <ButtonLink href={paths.myPlaylists()}>{t('group.others')}</ButtonLink>
            </StateMessage>
          ) : (
            <TileList
              home="heart"
              channels={channels}
              first={groups.map((group, index) => (
                <TileLine
                  key={group.id}
                  disc={<GroupDisc members={groupMembers(group)} picture={group.icon} />}
                  name={group.name}
                  href={paths.myPlaylists({ 'playlist-group': group.id })}
                  about={t('group.count', { count: group.playlists.length })}
                  aside={restoreButton(() => performAction('group.restore', groupSubject(group, { index, count: groups.length })))}
                />
              ))}
              renderAside={(channel) => restoreButton(() => performAction('playlist.restore', playlistSubject(channel)))}
            />
          )
        }}
      </LoadedContent>
    </Screen>
  )
}
