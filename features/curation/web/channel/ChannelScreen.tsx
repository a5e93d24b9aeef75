import { usePages, useRead } from '#kit/web/use.ts'
import { paths } from '#web/paths.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { curationContract } from '../../contract.ts'
import { homeRead } from '../../reads.ts'
import type { Home } from '../addresses.ts'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { t } from '../texts.ts'
import { type Asked, ChannelContent } from './ChannelContent.tsx'
import { ChannelState } from './ChannelState.tsx'

interface ChannelScreenProps extends Asked {
  home: Home
  id: string
}

/** One channel. Its name and its place in the dial are there as soon as any list knows them. */
export function ChannelScreen({ home, id, ...asked }: ChannelScreenProps) {
  const read = useRead(curationContract.getPlaylist, { params: { id } })
  const known = usePages(curationContract.listDefaultPlaylists, homeRead).items?.find((channel) => channel.id === id)
  const channel = read.data
  const tile = channel ?? known
  // An address that asks for a place in the page goes there, and not to where one was last time.
  const goesElsewhere = asked.video !== undefined || asked.serie !== undefined

  return (
    <Screen
      title={tile?.name ?? t('channel.title')}
      heading={channel ? 'page' : 'header'}
      back={home === 'globe' ? paths.playlists() : paths.myPlaylists()}
      dial={<DiscoverDial tuned={tile} />}
      light={{ id }}
      place={goesElsewhere ? undefined : `playlist:${id}`}
      busy={read.isPending}
    >
      <ChannelState read={read} name={tile?.name}>
        {(loaded) => <ChannelContent key={id} home={home} channel={loaded} {...asked} />}
      </ChannelState>
    </Screen>
  )
}
