import { useRead } from '#kit/web/use.ts'
import { curationContract } from '../contract.ts'
import { useDeleted } from './channel/deletions.ts'
import { withoutVideo } from './channel/edits.ts'

/** A channel as it is shown: without the videos that are just being deleted. */
export function useChannel(id: string, { enabled = true } = {}) {
  const { data, error, isPending, refetch } = useRead(curationContract.getPlaylist, { params: { id } }, { enabled })
  const deleted = useDeleted()
  return { data: data && [...deleted.keys()].reduce(withoutVideo, data), error, isPending, refetch }
}
