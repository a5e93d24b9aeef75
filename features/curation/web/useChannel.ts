import { useRead } from '#kit/web/use.ts'
import { curationContract, type Playlist } from '../contract.ts'
import { useDeleted } from './channel/deletions.ts'
import { withoutVideo } from './channel/edits.ts'

/** Some of its videos change by themselves: the server looks at their pages later. */
const hasPending = ({ series }: Playlist) => series.some(({ videos }) => videos.some(({ is_pending }) => is_pending))

/** A channel as it is shown: without the videos that are just being deleted. */
export function useChannel(id: string, { enabled = true } = {}) {
  const { data, error, isPending, refetch } = useRead(
    curationContract.getPlaylist,
    { params: { id } },
    { enabled, isProvisional: hasPending },
  )
  const deleted = useDeleted()
  return { data: data && [...deleted.keys()].reduce(withoutVideo, data), error, isPending, refetch }
}
