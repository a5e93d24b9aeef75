import type { ReactNode } from 'react'
import { Disc } from '#ui/Disc.tsx'
import type { PlaylistTile } from '../contract.ts'
import { AboutChannel } from './AboutChannel.tsx'
import { channelAddress, type Home } from './addresses.ts'
import css from './TileList.module.css'

interface TileListProps {
  home: Home
  channels: readonly PlaylistTile[]
  /** All are of one person. */
  hideMaker?: boolean | undefined
  /** At the end of each line: what can be done with it. */
  renderAside?: (channel: PlaylistTile) => ReactNode
}

/** Channels as lines of a list. */
export const TileList = ({ home, channels, hideMaker, renderAside }: TileListProps) => (
  <ul className={css.list}>
    {channels.map((channel) => (
      <li key={channel.id} className={css.item}>
        <div className={css.line}>
          <Disc id={channel.id} name={channel.name} picture={channel.icon} />
          <div className={css.words}>
            <a className={css.link} href={channelAddress(home, { playlist: channel.id })} data-stop="">
              {channel.name}
            </a>
            <p className={css.about}>
              <AboutChannel channel={channel} home={home} hideMaker={hideMaker} />
            </p>
          </div>
        </div>
        {renderAside?.(channel)}
      </li>
    ))}
  </ul>
)
