import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { usePages } from '#kit/web/use.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { slotOf } from '#shell/Slot.tsx'
import { pageHistory, useGo } from '#shell/navigation.ts'
import { curationContract, type PlaylistPreview, type PlaylistTile } from '../../contract.ts'
import { homeRead, openingOf } from '../../opening.ts'
import { channelAddress, type Home } from '../addresses.ts'
import { DiscoverDial } from '../DiscoverDial.tsx'
import { openPlaylistSubject, playlistSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { useChannel } from '../useChannel.ts'
import { type Asked, ChannelContent } from './ChannelContent.tsx'
import type { KnownChannel } from './ChannelPreview.tsx'
import { ChannelState } from './ChannelState.tsx'
import { deletedChannel } from './deleted.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** A button in a channel's header, before the three dots. */
    'screen.aside': 'playlist'
  }
}

export interface ChannelViewProps extends Asked {
  home: Home
  id: string
  /** From one's own home: the dial there, and the channel as it knows it. */
  own?:
    | {
        Dial: ComponentType<{ tuned?: PlaylistTile | undefined }>
        tile: PlaylistPreview | undefined
        stops: readonly PlaylistTile[] | undefined
      }
    | undefined
}

/** One channel. Its name and its place in the dial are there as soon as any list knows them. */
export function ChannelView({ home, id, own, ...asked }: ChannelViewProps) {
  const read = useChannel(id)
  const isDeleted = deletedChannel.use() === id
  const everybodys = usePages(curationContract.listDefaultPlaylists, homeRead, { enabled: !own })
  const Dial = own?.Dial ?? DiscoverDial
  const known: KnownChannel | undefined = own?.tile ?? everybodys.items?.find((channel) => channel.id === id)
  const tile = read.data ?? known
  // One that is none of everybody's stands first in their dial.
  const listed = everybodys.items?.some((channel) => channel.id === id)
  useZap(home, own ? own.stops : tile && !listed && everybodys.items ? [tile, ...everybodys.items] : everybodys.items)
  const subject = read.data ? openPlaylistSubject(read.data) : tile && playlistSubject(tile)
  // An address that asks for a place in the page goes there, and not to where one was last time.
  const goesElsewhere = asked.video !== undefined || asked.serie !== undefined

  return (
    <Screen
      title={tile?.name ?? t('channel.title')}
      heading={read.data || (known && !read.error) ? 'page' : 'header'}
      back={home === 'globe' ? paths.playlists() : paths.myPlaylists()}
      aside={subject && slotOf('screen.aside', subject)}
      dial={<Dial tuned={tile} />}
      light={{ id, picture: (read.data && openingOf(read.data)?.image) ?? tile?.icon }}
      place={goesElsewhere ? undefined : `playlist:${id}`}
      subject={subject}
      busy={read.isPending}
    >
      <ChannelState read={isDeleted ? { ...read, error: null } : read} home={home} known={known}>
        {(channel) => <ChannelContent key={id} home={home} channel={channel} {...asked} />}
      </ChannelState>
    </Screen>
  )
}

interface Stop {
  id: string
  name: string
}

/** What `zap.ts` wants to hear of. */
const zapEvents = ['keydown', 'touchstart', 'touchend', 'touchcancel', 'click'] as const
/** ms for which what was pressed before the code has come is still meant. */
const earlyMs = 3000
/** Events that are kept until then, at most. */
const maxEarly = 40

/**
 * From one channel of a dial to the one beside it: left and right arrow where nothing else has them, or a swipe over what carries
 * `data-zap`. The address is replaced: Back leaves the channels in one step. Its code comes once a channel is on the screen; what
 * is pressed before counts then.
 * @param stops the channels of the dial from left to right
 */
function useZap(home: Home, stops: readonly Stop[] | undefined): void {
  const go = useGo()
  const find = useEffectEvent((by: 1 | -1, from: string | undefined) => {
    // What is on the screen may be behind the address.
    const shown = from ?? new URLSearchParams(pageHistory.get().search).get('playlist')
    const at = stops?.findIndex((stop) => stop.id === shown) ?? -1
    const next = at < 0 ? undefined : stops?.[at + by]
    return next && { id: next.id, href: channelAddress(home, { playlist: next.id }), name: next.name }
  })
  const replace = useEffectEvent((href: string) => go(href, { replace: true }))

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const early: Event[] = []
    let handle = (event: Event) => {
      early.push(event)
      if (early.length > maxEarly) early.shift()
    }
    for (const type of zapEvents) document.addEventListener(type, (event) => handle(event), { signal, capture: type === 'click' })
    const load = async () => {
      const { zapper } = await import('./zap.ts')
      handle = zapper({ find: (by, from) => find(by, from), replace: (href) => replace(href) })
      for (const event of early.splice(0))
        if (!signal.aborted && event.type !== 'click' && performance.now() - event.timeStamp < earlyMs) handle(event)
    }
    // Without it one goes from channel to channel by the dial.
    load().catch(() => listening.abort())
    return () => listening.abort()
  }, [])
}
