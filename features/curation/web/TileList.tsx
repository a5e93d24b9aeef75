import type { ReactNode } from 'react'
import { Disc } from '#ui/Disc.tsx'
import type { PlaylistTile } from '../contract.ts'
import { status } from '../rules.ts'
import { channelAddress, type Home } from './addresses.ts'
import { statusLabel, t } from './texts.ts'
import css from './TileList.module.css'

interface TileListProps {
  home: Home
  channels: readonly PlaylistTile[]
  /** At the end of each line: what can be done with it. */
  renderAside?: (channel: PlaylistTile) => ReactNode
}

/** Channels as lines of a list. */
export const TileList = ({ home, channels, renderAside }: TileListProps) => (
  <ul className={css.list}>
    {channels.map((channel) => (
      <li key={channel.id} className={css.item}>
        <a className={css.link} href={channelAddress(home, { playlist: channel.id })} data-stop="">
          <Disc id={channel.id} name={channel.name} picture={channel.icon} />
          <span className={css.words}>
            <span className={css.name}>{channel.name}</span>
            <span className={css.about}>{aboutOf(channel, home)}</span>
          </span>
        </a>
        {renderAside?.(channel)}
      </li>
    ))}
  </ul>
)

/** Of one's own: who sees it. Of others: whose it is. */
const aboutOf = ({ status_id, nickname, description }: PlaylistTile, home: Home) =>
  home === 'heart' && status_id !== status.public
    ? statusLabel(status_id)
    : [nickname && t('channel.by', { nickname }), description].filter(Boolean).join(' · ')
