import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { usePages } from '#kit/web/read.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { slotOf } from '#shell/Slot.tsx'
import { pageHistory, useGo } from '#shell/navigation.ts'
import { channelsContract, type PlaylistPreview, type PlaylistTile } from '../../contract.ts'
import { homeChannelsQuery, findOpeningVideo } from '../../opening.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { openPlaylistSubject, playlistSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { useChannel } from '../useChannel.ts'
import { type AddressTarget, ChannelContent } from './ChannelContent.tsx'
import type { ListedChannel } from './ChannelPreview.tsx'
import { ChannelState } from './ChannelState.tsx'
import { deletedChannel } from './pending-deletions.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** A button in a channel's header, before the menu button. */
    'screen.aside': 'playlist'
  }
}

export interface ChannelViewProps extends AddressTarget {
  home: HomeView
  id: string
  /** For the user's own channels: the dial of these channels, and the channel's tile in it. */
  own?:
    | {
        Dial: ComponentType<{ current?: PlaylistTile | undefined }>
        tile: PlaylistPreview | undefined
        stops: readonly PlaylistTile[] | undefined
      }
    | undefined
}

/** The view of a channel. If a list contains the channel, shows its name and its stop in the dial before the channel has loaded. */
export function ChannelView({ home, id, own, ...target }: ChannelViewProps) {
  const read = useChannel(id)
  const isDeleted = deletedChannel.use() === id
  const publicChannels = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery, { enabled: !own })
  const Dial = own?.Dial ?? DiscoverDial
  const listedTile: ListedChannel | undefined = own?.tile ?? publicChannels.items?.find((channel) => channel.id === id)
  const tile = read.data ?? listedTile
  // A channel that is not in the public list comes first in the dial.
  const listed = publicChannels.items?.some((channel) => channel.id === id)
  useChannelSwitching(
    home,
    own ? own.stops : tile && !listed && publicChannels.items ? [tile, ...publicChannels.items] : publicChannels.items,
  )
  // Whether the channel is missing. Its former data is then not shown.
  const isMissing = read.error?.status === 404 && !isDeleted
  const subject = isMissing ? undefined : read.data ? openPlaylistSubject(read.data) : tile && playlistSubject(tile)
  // Whether the address has a target: the screen scrolls to that instead of the stored position.
  const hasTarget = target.video !== undefined || target.serie !== undefined

  return (
    <Screen
      title={tile?.name ?? t('channel.title')}
      heading={!isMissing && (read.data || (listedTile && !read.error)) ? 'page' : 'header'}
      back={home === 'globe' ? paths.playlists() : paths.myPlaylists()}
      aside={subject && slotOf('screen.aside', subject)}
      dial={<Dial current={tile} />}
      light={{ id, picture: (read.data && findOpeningVideo(read.data)?.image) ?? tile?.icon }}
      place={hasTarget ? undefined : `playlist:${id}`}
      subject={subject}
      busy={read.isPending}
    >
      <ChannelState read={isDeleted ? { ...read, error: null } : read} home={home} listed={listedTile}>
        {(channel) => <ChannelContent key={id} home={home} channel={channel} {...target} />}
      </ChannelState>
    </Screen>
  )
}

interface Stop {
  id: string
  name: string
}

/** Events that `zap.ts` handles. */
const zapEvents = ['keydown', 'touchstart', 'touchend', 'touchcancel', 'click'] as const
/** Events that are older than this, in ms, are dropped when the code has loaded. */
const preloadMs = 3000
/** Maximum number of events kept until the code has loaded. */
const maxBufferedEvents = 40

/**
 * Switches to the neighbouring channel of a dial, by the left and right arrow keys or a swipe on the channel's head. Ignores keys that
 * another element uses. Replaces the address, so that Back leaves all these channels in one step. Loads the code after the first channel is
 * shown, and then handles earlier events.
 * @param stops the channels of the dial from left to right
 */
function useChannelSwitching(home: HomeView, stops: readonly Stop[] | undefined): void {
  const go = useGo()
  const find = useEffectEvent((step: 1 | -1) => {
    // Reads the current channel from the address, because the screen may still show the previous one.
    const currentId = new URLSearchParams(pageHistory.get().search).get('playlist')
    const index = stops?.findIndex((stop) => stop.id === currentId) ?? -1
    const next = index < 0 ? undefined : stops?.[index + step]
    return next && { href: channelAddress(home, { playlist: next.id }), name: next.name }
  })
  const replace = useEffectEvent((href: string) => go(href, { replace: true }))

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const early: Event[] = []
    let handle = (event: Event) => {
      early.push(event)
      if (early.length > maxBufferedEvents) early.shift()
    }
    for (const type of zapEvents) document.addEventListener(type, (event) => handle(event), { signal, capture: type === 'click' })
    const load = async () => {
      const { createChannelSwitcher: zapper } = await import('./zap.ts')
      handle = zapper({ find: (step) => find(step), replace: (href) => replace(href) })
      for (const event of early.splice(0))
        if (!signal.aborted && event.type !== 'click' && performance.now() - event.timeStamp < preloadMs) handle(event)
    }
    // If loading fails, the dial still switches channels.
    load().catch(() => listening.abort())
    return () => listening.abort()
  }, [])
}
