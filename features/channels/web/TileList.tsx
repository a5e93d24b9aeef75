import type { ReactNode } from 'react'
import { Disc } from '#ui/Disc.tsx'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import type { PlaylistTile } from '../contract.ts'
import { AboutChannel } from './AboutChannel.tsx'
import { channelAddress, type HomeView } from './addresses.ts'
import css from './TileList.module.css'

interface TileListProps<T> {
  home: HomeView
  channels: readonly T[]
  /** Hides the creators, because all channels belong to one user. */
  hideMaker?: boolean | undefined
  /** Content before the line below a channel's name. */
  noteOf?: ((channel: T) => ReactNode) | undefined
  /** Content shown instead of the name, such as the name with marked words. */
  nameOf?: ((channel: T) => ReactNode) | undefined
  /** Controls at the end of each line. */
  renderAside?: (channel: T) => ReactNode
  /** Lines before the channels. */
  first?: ReactNode
}

export const TileList = <T extends PlaylistTile>({ home, channels, hideMaker, noteOf, nameOf, renderAside, first }: TileListProps<T>) => (
  <ul className={css.list}>
    {first}
    {channels.map((channel) => (
      <TileLine
        key={channel.id}
        disc={<Disc id={channel.id} name={channel.name} picture={channel.icon} />}
        name={nameOf?.(channel) ?? channel.name}
        href={channelAddress(home, { playlist: channel.id })}
        about={
          <>
            {noteOf?.(channel)}
            <AboutChannel channel={channel} home={home} hideMaker={hideMaker} plain />
          </>
        }
        aside={renderAside?.(channel)}
      />
    ))}
  </ul>
)

interface TileLineProps {
  disc: ReactNode
  name: ReactNode
  href: string
  about: ReactNode
  aside?: ReactNode
}

/** A line that is a link, except for the controls at its end. */
export const TileLine = ({ disc, name, href, about, aside }: TileLineProps) => (
  <li className={css.item}>
    <LinkLine picture={disc} name={name} href={href}>
      <AboutLine>{about}</AboutLine>
    </LinkLine>
    {aside}
  </li>
)
