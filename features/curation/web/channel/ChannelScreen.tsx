import { usePages, useRead } from '#kit/web/use.ts'
import { paths } from '#web/paths.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { curationContract } from '../../contract.ts'
import { homeRead } from '../../reads.ts'
import type { Home } from '../addresses.ts'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { MineDial } from '../MineDial.tsx'
import { t } from '../texts.ts'
import { allOf, useMine } from '../useMine.ts'
import { useChannelActions } from './channel-actions.ts'
import { type Asked, ChannelContent } from './ChannelContent.tsx'
import { ChannelState } from './ChannelState.tsx'

interface ChannelScreenProps extends Asked {
  home: Home
  id: string
}

/** A channel as the dial beside it knows it. */
function useTile(home: Home, id: string) {
  const everybodys = usePages(curationContract.listDefaultPlaylists, homeRead, { enabled: home === 'globe' })
  const mine = useMine({ enabled: home === 'heart' })
  const known = home === 'globe' ? everybodys.items : mine.data && allOf(mine.data)
  return known?.find((channel) => channel.id === id)
}

/** One channel. Its name and its place in the dial are there as soon as any list knows them. */
export function ChannelScreen({ home, id, ...asked }: ChannelScreenProps) {
  const read = useRead(curationContract.getPlaylist, { params: { id } })
  const listed = useTile(home, id)
  const tile = read.data ?? listed
  const { actions, leaving } = useChannelActions(read.data)
  // An address that asks for a place in the page goes there, and not to where one was last time.
  const goesElsewhere = asked.video !== undefined || asked.serie !== undefined

  return (
    <Screen
      title={tile?.name ?? t('channel.title')}
      heading={read.data ? 'page' : 'header'}
      back={home === 'globe' ? paths.playlists() : paths.myPlaylists()}
      dial={home === 'globe' ? <DiscoverDial tuned={tile} /> : <MineDial tuned={tile} />}
      light={{ id }}
      place={goesElsewhere ? undefined : `playlist:${id}`}
      actions={actions}
      busy={read.isPending}
    >
      <ChannelState read={leaving ? { ...read, error: null } : read} name={tile?.name}>
        {(channel) => <ChannelContent key={id} home={home} channel={channel} {...asked} />}
      </ChannelState>
    </Screen>
  )
}
