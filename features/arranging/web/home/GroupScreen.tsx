import { IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { allGroups } from '#features/channels/web/bar-edits.ts'
import { ArrangeBarButton } from '../bar/ArrangeBarButton.tsx'
import { OwnBar } from '../bar/OwnBar.tsx'
import { groupSubject } from '#features/channels/web/subjects.ts'
import { t } from '../texts.ts'
import { useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { LoadedOwnChannels, OwnChannels } from './OwnChannels.tsx'

export function GroupScreen({ id }: { id: string }) {
  const myPlaylists = useOwnChannels()
  const group = myPlaylists.data && allGroups(myPlaylists.data).find((group) => group.id === id)
  const beside = myPlaylists.data && (group?.is_archived ? myPlaylists.data.archivedGroups : myPlaylists.data.groups)
  return (
    <Screen
      title={group?.name ?? t('group.title')}
      back={paths.myPlaylists()}
      aside={<ArrangeBarButton />}
      dial={<OwnBar group={id} />}
      light={{ id, picture: group?.icon }}
      subject={group && beside && groupSubject(group, { index: beside.indexOf(group), count: beside.length })}
      busy={myPlaylists.isPending}
    >
      <RevealInOrder>
        <LoadedOwnChannels read={myPlaylists}>
          {() =>
            group && group.playlists.length > 0 ? (
              <OwnChannels channels={group.playlists} />
            ) : (
              <StateMessage
                title={t(group ? 'group.empty' : 'group.missing')}
                text={t(group ? 'group.empty_text' : 'group.missing_text')}
                picture={group ? <IconDisc icon={televisionSimple} size={88} /> : 'none'}
              >
                <ButtonLink kind={group ? 'quiet' : 'accent'} href={paths.myPlaylists()}>
                  {t('group.others')}
                </ButtonLink>
              </StateMessage>
            )
          }
        </LoadedOwnChannels>
      </RevealInOrder>
    </Screen>
  )
}
