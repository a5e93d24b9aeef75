import { useMemo } from 'react'
import { useRead } from '#kit/web/read.ts'
import { channelsContract, type Playlist } from '../contract.ts'
import { withoutVideos } from './channel/without-videos.ts'
import { useHiddenVideos } from './channel/pending-deletions.ts'

/** Whether some pages of the videos have not been fetched yet. These videos change without an edit. */
const hasPendingVideos = ({ series }: Playlist) => series.some(({ videos }) => videos.some(({ is_pending }) => is_pending))

/** Reads a channel for display, without videos whose deletion can still be undone. */
export function useChannel(id: string, { enabled = true } = {}) {
  const { data, error, isPending, refetch } = useRead(
    channelsContract.getPlaylist,
    { params: { id } },
    { enabled, isProvisional: hasPendingVideos },
  )
  const hidden = useHiddenVideos()
  const visibleChannel = useMemo(() => data && withoutVideos(data, [...hidden]), [data, hidden])
  return { data: visibleChannel, error, isPending, refetch }
}
