import { useSignedIn } from '#kit/web/storage.ts'
import { usePages } from '#kit/web/read.ts'
import { Dial, Stop } from '#ui/Dial.tsx'
import { squaresFour, televisionSimple } from '#ui/icons.ts'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { channelsContract, type DefaultPlaylist, type PlaylistTile } from '../contract.ts'
import { homeChannelsQuery } from '../opening.ts'
import { channelAddress } from './addresses.ts'
import { DialPlaceholder } from './DialPlaceholder.tsx'
import { LockMark } from './LockMark.tsx'
import { playlistSubject } from './subjects.ts'
import { t } from './texts.ts'

/**
 * Number of stops in the first render, of which a phone shows five. If there is a current channel, all stops are rendered, because each may
 * be the current one.
 */
const batchSize = 6

interface DiscoverDialProps {
  /** The current channel. The dial shows it even if it is not in the public list. */
  current?: PlaylistTile | undefined
}

type ListedPlaylist = PlaylistTile & Partial<Pick<DefaultPlaylist, 'series'>>

/** Whether the channel shows a live stream. */
const isOnAir = ({ series }: ListedPlaylist) => series?.some(({ videos }) => videos.some(({ is_live }) => is_live))

/** The dial of public channels. */
export function DiscoverDial({ current }: DiscoverDialProps) {
  const signedIn = useSignedIn()
  const propsOf = useSubjectMenu('playlist')
  const { items, error, hasNextPage, isFetchNextPageError, more } = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  const isListed = items?.some(({ id }) => id === current?.id)
  const stops: readonly ListedPlaylist[] = [...(current && !isListed ? [current] : []), ...(items ?? [])]
  const shownStops = useRenderInSteps(stops, current ? stops.length : batchSize)
  return (
    <DialPlaceholder pending={!items && !error}>
      {stops.length > 0 && (
        <Dial
          label={t('dial.discover')}
          onEnd={hasNextPage && !isFetchNextPageError && shownStops.length === stops.length ? more : undefined}
          last={<Stop key="all" id="all" name={t('dial.all')} icon={squaresFour} href={paths.search()} />}
        >
          {/* For guests only, because their navigation has no TV entry. */}
          {!signedIn && <Stop key="tv" id="tv" name={t('dial.tv')} icon={televisionSimple} href={paths.channels()} />}
          {shownStops.map((channel) => (
            <Stop
              key={channel.id}
              id={channel.id}
              name={channel.name}
              picture={channel.icon}
              href={channelAddress('globe', { playlist: channel.id })}
              tuned={channel.id === current?.id}
              live={isOnAir(channel)}
              symbol={channel.is_locked && <LockMark />}
              {...propsOf(playlistSubject(channel))}
            />
          ))}
        </Dial>
      )}
    </DialPlaceholder>
  )
}
