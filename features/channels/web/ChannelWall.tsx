import type { ReactNode } from 'react'
import { Tile, TileWall } from '#ui/Tile.tsx'
import { useTablet } from '#shell/useDesktop.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { PlaylistPreview } from '../contract.ts'
import { AboutChannel } from './AboutChannel.tsx'
import { channelAddress, type HomeView } from './addresses.ts'
import { playlistSubject } from './subjects.ts'
import { t } from './texts.ts'
import { TileList } from './TileList.tsx'

interface ChannelWallProps<T> {
  home: HomeView
  channels: readonly T[]
  /** Hides the creators, because all channels belong to one user. */
  hideMaker?: boolean
  /** Content before the line below a channel's name, such as why the channel was found. */
  noteOf?: (channel: T) => ReactNode
  /** Content shown instead of a channel's name, such as the name with marked words. */
  nameOf?: (channel: T) => ReactNode
  /** Content after the last tile, such as an {@link AddCard}. */
  last?: ReactNode
}

/** A grid of channels with their first pictures; on phones a list. */
export function ChannelWall<T extends PlaylistPreview>({ home, channels, hideMaker, noteOf, nameOf, last }: ChannelWallProps<T>) {
  const propsOf = useSubjectMenu('playlist')
  if (!useTablet()) return <TileList home={home} channels={channels} hideMaker={hideMaker} noteOf={noteOf} nameOf={nameOf} />
  return (
    <TileWall label={t('dial.discover')} items={channels} keyOf={({ id }) => id} last={last}>
      {(channel) => (
        <Tile
          id={channel.id}
          name={channel.name}
          label={nameOf?.(channel)}
          meta={
            <>
              {noteOf?.(channel)}
              <AboutChannel channel={channel} home={home} hideMaker={hideMaker} />
            </>
          }
          pictures={channel.pictures.length > 0 ? channel.pictures : channel.icon ? [channel.icon] : []}
          href={channelAddress(home, { playlist: channel.id })}
          {...propsOf(playlistSubject(channel))}
        />
      )}
    </TileWall>
  )
}
