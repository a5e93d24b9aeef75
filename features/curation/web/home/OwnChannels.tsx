import { CarouselSkeleton, TileWallSkeleton } from '#ui/Skeleton.tsx'
import { useGradually } from '#ui/useGradually.ts'
import { useTablet } from '#shell/useDesktop.ts'
import type { PlaylistPreview } from '../../contract.ts'
import { AddCard } from '../AddCard.tsx'
import { ChannelWall } from '../ChannelWall.tsx'
import { makeChannel } from '../make-channel.ts'
import { t } from '../texts.ts'
import { OwnRows } from './OwnRows.tsx'

/** Tiles that are there at once. */
const firstTiles = 24

/** Own channels: rows of what is in them on a phone, a wall of tiles where there is room for one. */
export function OwnChannels({ channels }: { channels: readonly PlaylistPreview[] }) {
  const isTablet = useTablet()
  return isTablet ? <OwnWall channels={channels} /> : <OwnRows channels={channels} />
}

function OwnWall({ channels }: { channels: readonly PlaylistPreview[] }) {
  const shown = useGradually(channels, firstTiles)
  return <ChannelWall home="heart" channels={shown} last={<AddCard label={t('dial.new')} size="tile" onPress={makeChannel} />} />
}

/** The same, coming. */
export const OwnChannelsSkeleton = () =>
  useTablet() ? (
    <TileWallSkeleton />
  ) : (
    <>
      <CarouselSkeleton />
      <CarouselSkeleton />
    </>
  )
